import unittest

from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool


class SearchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.first = execute_tool("search_tickets", {}, ALPHA, records())
        cls.refused = execute_tool("search_tickets", {"limit": 11}, ALPHA, records())

    def test_first_page(self):
        self.assertEqual(self.first, FIRST)

    def test_limit(self):
        self.assertEqual(self.refused, INVALID)
