raise SystemExit('theirs')
