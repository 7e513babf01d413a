from .registry import execute_tool as execute_tool
