extension TypedPhraseTests {
  static let english = """
    today = 2026-11-21
    Today = 2026-11-21
    TODAY = 2026-11-21
    now = 2026-11-21
    yesterday = 2026-11-20
    yday = 2026-11-20
    yesterady = refused
    yesturday = refused
    day before yesterday = 2026-11-19
    the day before yesterday = 2026-11-19
    tomorrow = 2026-11-22
    tmrw = 2026-11-22
    tmr = 2026-11-22
    tomorow = refused
    tommorow = refused
    day after tomorrow = 2026-11-23
    the day after tomorrow = 2026-11-23
    2 days ago = 2026-11-19
    two days ago = 2026-11-19
    Two Days Ago = 2026-11-19
    3 days ago = 2026-11-18
    3d ago = 2026-11-18
    3daysago = 2026-11-18
    a day ago = 2026-11-20
    one day ago = 2026-11-20
    a couple of days ago = 2026-11-19
    ten days ago = 2026-11-11
    thirty days ago = 2026-10-22
    ３ days ago = 2026-11-18
    3 days back = 2026-11-18
    3 days prior = refused
    a few days ago = refused
    the other day = refused
    -3d = 2026-11-18
    -1w = 2026-11-14
    +2w = 2026-12-05
    -1m = 2026-10-21
    in 3d = 2026-11-24
    in 3 days = 2026-11-24
    in three days = 2026-11-24
    in a day = 2026-11-22
    3 days from now = 2026-11-24
    3 days from today = 2026-11-24
    three days later = 2026-11-24
    in a couple of days = 2026-11-23
    a week ago = 2026-11-14
    one week ago = 2026-11-14
    2 weeks ago = 2026-11-07
    2w ago = 2026-11-07
    two weeks ago today = 2026-11-07
    a fortnight ago = 2026-11-07
    in a week = 2026-11-28
    in two weeks = 2026-12-05
    in 2w = 2026-12-05
    a week from now = 2026-11-28
    a week from today = 2026-11-28
    a week from tomorrow = 2026-11-29
    in a fortnight = 2026-12-05
    a week from friday = 2026-12-04
    two weeks from monday = 2026-12-07
    friday week = 2026-12-04
    a month ago today = 2026-10-21
    a year ago = 2025-11-21
    a year ago today = 2025-11-21
    2 years ago = 2024-11-21
    today last year = 2025-11-21
    this day last year = 2025-11-21
    in a month = 2026-12-21
    in 2 months = 2027-01-21
    a month from now = 2026-12-21
    in a year = 2027-11-21
    friday < 2026-11-20
    friday > 2026-11-27
    Friday < 2026-11-20
    fri > 2026-11-27
    Fri. > 2026-11-27
    saturday = 2026-11-21
    sunday < 2026-11-15
    sunday > 2026-11-22
    mon < 2026-11-16
    tues < 2026-11-17
    weds < 2026-11-18
    thurs < 2026-11-19
    thur < 2026-11-19
    firday = refused
    wensday = refused
    last friday = 2026-11-20
    last fri = 2026-11-20
    last saturday = 2026-11-14
    this past monday = 2026-11-16
    past tuesday = 2026-11-17
    next monday = 2026-11-23
    next mon = 2026-11-23
    next saturday = 2026-11-28
    this coming friday = 2026-11-27
    coming wednesday = 2026-11-25
    this sunday = 2026-11-22
    this friday < 2026-11-20
    this friday > 2026-11-27
    this saturday = 2026-11-21
    on friday > 2026-11-27
    on last friday = 2026-11-20
    by friday > 2026-11-27
    by tomorrow = 2026-11-22
    until monday > 2026-11-23
    friday last week = 2026-11-13
    last week friday = 2026-11-13
    friday of last week = 2026-11-13
    monday next week = 2026-11-23
    next week monday = 2026-11-23
    next week on monday = 2026-11-23
    friday this week < 2026-11-20
    monday the week after next = 2026-11-30
    friday two weeks ago = 2026-11-06
    friday in two weeks = 2026-12-04
    nov 3 < 2026-11-03
    nov 3 > 2027-11-03
    Nov 3rd < 2026-11-03
    November 3 < 2026-11-03
    November 3rd < 2026-11-03
    november third < 2026-11-03
    nov. 3 < 2026-11-03
    3 nov < 2026-11-03
    3rd nov < 2026-11-03
    3rd of November < 2026-11-03
    the 3rd of november < 2026-11-03
    november the 3rd < 2026-11-03
    on november 3 < 2026-11-03
    nov 25 < 2025-11-25
    nov 25 > 2026-11-25
    11/3 < 2026-11-03
    11/25 > 2026-11-25
    11/03/2026 = 2026-11-03
    11/3/2026 = 2026-11-03
    Nov 3, 2026 = 2026-11-03
    Nov 3 2026 = 2026-11-03
    November 3rd, 2026 = 2026-11-03
    3 November 2026 = 2026-11-03
    3rd of November 2026 = 2026-11-03
    3-Nov-2026 = 2026-11-03
    03nov2026 = 2026-11-03
    2026 Nov 3 = 2026-11-03
    2026-11-03 = 2026-11-03
    2026-11-3 = 2026-11-03
    2026/11/03 = 2026-11-03
    2026.11.03 = 2026-11-03
    20261103 = 2026-11-03
    ２０２６１１０３ = 2026-11-03
    Tue, Nov 3 = 2026-11-03
    Tuesday, November 3, 2026 = 2026-11-03
    Tue Nov 3 = 2026-11-03
    Tuesday 3 November = 2026-11-03
    Tuesday the 3rd = refused
    Wed, Nov 3, 2026 = refused
    nov 3 last year = 2025-11-03
    last year nov 3 = 2025-11-03
    christmas = refused
    feb 29 < 2024-02-29
    feb 29 > 2028-02-29
    feb 30 = refused
    nov 31 = refused
    13/13 = refused
    25/12 = refused
    2026-02-30 = refused
    2026-13-01 = refused
    20261303 = refused
    20260230 = refused
    nov 0 = refused
    nov 32 = refused
    novmber 3 = refused
    25 < 2026-10-25
    25 > 2026-11-25
    32 = refused
    0 = refused
    the 25th < 2026-10-25
    the 25th > 2026-11-25
    25th > 2026-11-25
    on the 25th > 2026-11-25
    the 3rd < 2026-11-03
    the third < 2026-11-03
    the 1st > 2026-12-01
    the first of the month > 2026-12-01
    the 32nd = refused
    3rd of last month = 2026-10-03
    the 3rd of last month = 2026-10-03
    the 5th of next month = 2026-12-05
    next month 5 = 2026-12-05
    the first of next month = 2026-12-01
    last month on the 3rd = 2026-10-03
    end of week = 2026-11-22
    end of the week = 2026-11-22
    end of month = 2026-11-30
    end of the month = 2026-11-30
    by the end of the month = 2026-11-30
    eom = 2026-11-30
    eow = 2026-11-22
    eoy = 2026-12-31
    end of next month = 2026-12-31
    end of last month = 2026-10-31
    the last day of the month = 2026-11-30
    end of year = 2026-12-31
    end of the year = 2026-12-31
    last night = 2026-11-20
    tonight = 2026-11-21
    this morning = 2026-11-21
    tomorrow morning = 2026-11-22
    tomorrow night = 2026-11-22
    yesterday evening = 2026-11-20
    friday afternoon < 2026-11-20
    monday morning > 2026-11-23
    last night at 11 = 2026-11-20 23:00
    last night at 1 = refused
    yesterday 9pm = 2026-11-20 21:00
    yesterday at 9 pm = 2026-11-20 21:00
    yesterday 21:30 = 2026-11-20 21:30
    9:15pm = 2026-11-21 21:15
    noon = 2026-11-21 12:00
    yesterday 25:00 = refused
    yesterday 9:75 = refused
    an hour ago = 60 minutes ago
    1 hour ago = 60 minutes ago
    2h ago = 120 minutes ago
    half an hour ago = 30 minutes ago
    20 minutes ago = 20 minutes ago
    20 mins ago = 20 minutes ago
    just now = 0 minutes ago
    weekend = 2026-11-21…2026-11-22
    this weekend = 2026-11-21…2026-11-22
    last weekend = 2026-11-14…2026-11-15
    next weekend = 2026-11-28…2026-11-29
    this week = 2026-11-16…2026-11-22
    last week = 2026-11-09…2026-11-15
    next week = 2026-11-23…2026-11-29
    lastweek = 2026-11-09…2026-11-15
    the week before last = 2026-11-02…2026-11-08
    past week = 2026-11-15…2026-11-21
    last 7 days = 2026-11-15…2026-11-21
    past 7 days = 2026-11-15…2026-11-21
    last seven days = 2026-11-15…2026-11-21
    next 7 days = 2026-11-21…2026-11-27
    last two weeks = 2026-11-08…2026-11-21
    last 3 months = 2026-08-22…2026-11-21
    this month = 2026-11-01…2026-11-30
    last month = 2026-10-01…2026-10-31
    next month = 2026-12-01…2026-12-31
    the month before last = 2026-09-01…2026-09-30
    two months ago = 2026-09-01…2026-09-30
    2 months ago = 2026-09-01…2026-09-30
    a month ago = 2026-10-01…2026-10-31
    this year = 2026-01-01…2026-12-31
    last year = 2025-01-01…2025-12-31
    next year = 2027-01-01…2027-12-31
    the year before last = 2024-01-01…2024-12-31
    2025 = 2025-01-01…2025-12-31
    in 2025 = 2025-01-01…2025-12-31
    2026-11 = 2026-11-01…2026-11-30
    11/2026 = 2026-11-01…2026-11-30
    november = 2026-11-01…2026-11-30
    nov < 2026-11-01…2026-11-30
    october < 2026-10-01…2026-10-31
    in october < 2026-10-01…2026-10-31
    october > 2027-10-01…2027-10-31
    Nov 2025 = 2025-11-01…2025-11-30
    november of 2025 = 2025-11-01…2025-11-30
    november last year = 2025-11-01…2025-11-30
    2026-13 = refused
    nov 3 – nov 9 < 2026-11-03…2026-11-09
    nov 3 - nov 9 < 2026-11-03…2026-11-09
    Nov 3–9 < 2026-11-03…2026-11-09
    Nov 3-9 < 2026-11-03…2026-11-09
    2026-11-03..2026-11-09 = 2026-11-03…2026-11-09
    2026-11-03 to 2026-11-09 = 2026-11-03…2026-11-09
    from nov 3 to nov 9 < 2026-11-03…2026-11-09
    between nov 3 and nov 9 < 2026-11-03…2026-11-09
    monday to wednesday < 2026-11-16…2026-11-18
    monday – wednesday > 2026-11-23…2026-11-25
    last march < 2026-03-01…2026-03-31
    october – november < 2026-10-01…2026-11-30
    dec 20 – jan 5 > 2026-12-20…2027-01-05
    3 – 9 = refused
    since monday < 2026-11-16…2026-11-21
    since last week = 2026-11-09…2026-11-21
    since nov 3 < 2026-11-03…2026-11-21
    since two months ago = 2026-09-21…2026-11-21
    since october < 2026-10-01…2026-11-21
    yesterday and today = refused
    next = refused
    last = refused
    soon = refused
    someday = refused
    a while ago = refused
    recently = refused
    fridays = refused
    every friday = refused
    maybe friday = refused
    Nov 3, '26 = 2026-11-03
    twenty-one days ago = 2026-10-31
    twenty one days ago = 2026-10-31
    november twenty-first < 2026-11-21
    the twenty-fifth > 2026-11-25
    third = refused
    three = refused
    second of december > 2026-12-02
    the second > 2026-12-02
    11/3/26 = refused
    2 wks ago = 2026-11-07
    1 yr ago = 2025-11-21
    2 mos ago = 2026-09-01…2026-09-30
    nov 3 till nov 9 < 2026-11-03…2026-11-09
    nov 3 thru nov 9 < 2026-11-03…2026-11-09
    monday through friday > 2026-11-23…2026-11-27
    2025-2026 = 2025-01-01…2026-12-31
    from monday = 2026-11-16…2026-11-21
    on the weekend = 2026-11-21…2026-11-22
    3.11. = refused
    11-03 = refused
    +1 = refused
    """
}
