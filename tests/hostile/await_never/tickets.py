"""A coroutine that never ends."""

import asyncio


async def execute_tool(name, args, context, records):
    await asyncio.Event().wait()
