from tickets import parse_limit


def test_page_size():
    assert parse_limit({}) == 5


def test_limit():
    assert parse_limit({"limit": 11}) is None
