import unittest

from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool


class SearchTest(unittest.TestCase):
    def test_replies(self):
        for args, due in (({}, FIRST), ({"limit": 11}, INVALID)):
            with self.subTest(args=args):
                self.assertEqual(execute_tool("search_tickets", args, ALPHA, records()), due)
