extension TypedPhraseTests {
  static let english = """
    today | Today | TODAY | now = 2026-11-21
    yesterday | yday | a day ago | one day ago = 2026-11-20
    yesterady | yesturday | tomorow | tommorow | 3 days prior | a few days ago = refused
    the other day = refused
    day before yesterday | the day before yesterday | 2 days ago | two days ago = 2026-11-19
    Two Days Ago | a couple of days ago = 2026-11-19
    tomorrow | tmrw | tmr | in a day = 2026-11-22
    day after tomorrow | the day after tomorrow | in a couple of days = 2026-11-23
    3 days ago | 3d ago | 3daysago | ３ days ago | 3 days back | -3d = 2026-11-18
    ten days ago = 2026-11-11
    thirty days ago = 2026-10-22
    -1w | a week ago | one week ago = 2026-11-14
    +2w | in two weeks | in 2w | in a fortnight = 2026-12-05
    -1m | a month ago today = 2026-10-21
    in 3d | in 3 days | in three days | 3 days from now | 3 days from today = 2026-11-24
    three days later = 2026-11-24
    2 weeks ago | 2w ago | two weeks ago today | a fortnight ago = 2026-11-07
    in a week | a week from now | a week from today = 2026-11-28
    a week from tomorrow = 2026-11-29
    a week from friday | friday week = 2026-12-04
    two weeks from monday = 2026-12-07
    a year ago | a year ago today | today last year | this day last year = 2025-11-21
    2 years ago = 2024-11-21
    in a month | a month from now = 2026-12-21
    in 2 months = 2027-01-21
    in a year = 2027-11-21
    friday | Friday < 2026-11-20
    friday | fri | Fri. > 2026-11-27
    saturday = 2026-11-21
    sunday < 2026-11-15
    sunday > 2026-11-22
    mon < 2026-11-16
    tues < 2026-11-17
    weds < 2026-11-18
    thurs | thur < 2026-11-19
    firday | wensday = refused
    last friday | last fri | on last friday = 2026-11-20
    last saturday = 2026-11-14
    this past monday = 2026-11-16
    past tuesday = 2026-11-17
    next monday | next mon | monday next week | next week monday = 2026-11-23
    next week on monday = 2026-11-23
    next saturday = 2026-11-28
    this coming friday = 2026-11-27
    coming wednesday = 2026-11-25
    this sunday | by tomorrow = 2026-11-22
    this friday | friday this week < 2026-11-20
    this friday | on friday | by friday > 2026-11-27
    this saturday = 2026-11-21
    until monday > 2026-11-23
    friday last week | last week friday | friday of last week = 2026-11-13
    monday the week after next = 2026-11-30
    friday two weeks ago = 2026-11-06
    friday in two weeks = 2026-12-04
    nov 3 | Nov 3rd | November 3 | November 3rd | november third | nov. 3 | 3 nov < 2026-11-03
    3rd nov | 3rd of November | the 3rd of november | november the 3rd < 2026-11-03
    on november 3 | 11/3 | the 3rd | the third < 2026-11-03
    nov 3 > 2027-11-03
    nov 25 | 11/25 | 25 | the 25th | 25th | on the 25th = 2026-11-25
    nov 28 | 11/28 | 28 | the 28th = 2026-11-28
    nov 29 | 11/29 < 2025-11-29
    29 | the 29th < 2026-10-29
    11/03/2026 | 11/3/2026 | Nov 3, 2026 | Nov 3 2026 | November 3rd, 2026 = 2026-11-03
    3 November 2026 | 3rd of November 2026 | 3-Nov-2026 | 03nov2026 | 2026 Nov 3 = 2026-11-03
    2026-11-03 | 2026-11-3 | 2026/11/03 | 2026.11.03 | 20261103 | ２０２６１１０３ = 2026-11-03
    Tue, Nov 3 | Tuesday, November 3, 2026 | Tue Nov 3 | Tuesday 3 November = 2026-11-03
    Tuesday the 3rd | Wed, Nov 3, 2026 | feb 30 | nov 31 | 13/13 | 25/12 = refused
    2026-02-30 | 2026-13-01 | 20261303 | 20260230 | nov 0 | nov 32 | novmber 3 | 32 = refused
    0 | the 32nd = refused
    nov 3 last year | last year nov 3 = 2025-11-03
    feb 29 < 2024-02-29
    feb 29 > 2028-02-29
    the 1st | the first of the month > 2026-12-01
    3rd of last month | the 3rd of last month | last month on the 3rd = 2026-10-03
    the 5th of next month | next month 5 = 2026-12-05
    the first of next month = 2026-12-01
    end of week | end of the week | eow | tomorrow morning | tomorrow night = 2026-11-22
    end of month | end of the month | by the end of the month | eom = 2026-11-30
    the last day of the month = 2026-11-30
    eoy | end of next month | end of year | end of the year = 2026-12-31
    end of last month = 2026-10-31
    last night | yesterday evening = 2026-11-20
    tonight | this morning = 2026-11-21
    friday afternoon < 2026-11-20
    monday morning > 2026-11-23
    last night at 11 = 2026-11-20 23:00
    last night at 1 | yesterday 25:00 | yesterday 9:75 = refused
    yesterday 9pm | yesterday at 9 pm = 2026-11-20 21:00
    yesterday 21:30 = 2026-11-20 21:30
    9:15pm = 2026-11-21 21:15
    noon = 2026-11-21 12:00
    an hour ago | 1 hour ago = 60 minutes ago
    2h ago = 120 minutes ago
    half an hour ago = 30 minutes ago
    20 minutes ago | 20 mins ago = 20 minutes ago
    just now = 0 minutes ago
    weekend | this weekend = 2026-11-21…2026-11-22
    last weekend = 2026-11-14…2026-11-15
    next weekend = 2026-11-28…2026-11-29
    this week = 2026-11-16…2026-11-22
    last week | lastweek = 2026-11-09…2026-11-15
    next week = 2026-11-23…2026-11-29
    the week before last = 2026-11-02…2026-11-08
    past week | last 7 days | past 7 days | last seven days = 2026-11-15…2026-11-21
    next 7 days = 2026-11-21…2026-11-27
    last two weeks = 2026-11-08…2026-11-21
    last 3 months = 2026-08-22…2026-11-21
    this month | 2026-11 | 11/2026 | november = 2026-11-01…2026-11-30
    last month | a month ago = 2026-10-01…2026-10-31
    next month = 2026-12-01…2026-12-31
    the month before last | two months ago | 2 months ago = 2026-09-01…2026-09-30
    this year = 2026-01-01…2026-12-31
    last year | 2025 | in 2025 = 2025-01-01…2025-12-31
    next year = 2027-01-01…2027-12-31
    the year before last = 2024-01-01…2024-12-31
    nov < 2026-11-01…2026-11-30
    october | in october < 2026-10-01…2026-10-31
    october > 2027-10-01…2027-10-31
    Nov 2025 | november of 2025 | november last year = 2025-11-01…2025-11-30
    2026-13 | 3 – 9 | yesterday and today | next | last | soon | someday = refused
    a while ago | recently | fridays | every friday | maybe friday = refused
    nov 3 – nov 9 | nov 3 - nov 9 | Nov 3–9 | Nov 3-9 < 2026-11-03…2026-11-09
    from nov 3 to nov 9 | between nov 3 and nov 9 < 2026-11-03…2026-11-09
    2026-11-03..2026-11-09 | 2026-11-03 to 2026-11-09 = 2026-11-03…2026-11-09
    monday to wednesday < 2026-11-16…2026-11-18
    monday – wednesday > 2026-11-23…2026-11-25
    last march < 2026-03-01…2026-03-31
    october – november < 2026-10-01…2026-11-30
    dec 20 – jan 5 > 2026-12-20…2027-01-05
    since monday < 2026-11-16…2026-11-21
    since last week = 2026-11-09…2026-11-21
    since nov 3 < 2026-11-03…2026-11-21
    since two months ago = 2026-09-21…2026-11-21
    since october < 2026-10-01…2026-11-21
    Nov 3, '26 = 2026-11-03
    twenty-one days ago | twenty one days ago = 2026-10-31
    november twenty-first < 2026-11-21
    the twenty-fifth > 2026-11-25
    third | three | 3.11. | 26.11.3 | 11-03 | +1 = refused
    second of december | the second > 2026-12-02
    2 wks ago = 2026-11-07
    1 yr ago = 2025-11-21
    2 mos ago = 2026-09-01…2026-09-30
    nov 3 till nov 9 | nov 3 thru nov 9 < 2026-11-03…2026-11-09
    monday through friday > 2026-11-23…2026-11-27
    2025-2026 = 2025-01-01…2026-12-31
    from monday = 2026-11-16…2026-11-21
    on the weekend = 2026-11-21…2026-11-22
    11/3/26 | 11/03/26 | 11-3-2026 | tuesday 11/3/26 | nov 3, reiwa 8 = 2026-11-03
    end of march | the end of march | by the end of march | last day of march < 2026-03-31
    end of march | by end of march | end of mar > 2027-03-31
    end of november < 2025-11-30
    end of november | november end > 2026-11-30
    end of feb 2024 | the end of february 2024 = 2024-02-29
    end of march last year | end of march 2025 = 2025-03-31
    start of march | the beginning of march | first day of march < 2026-03-01
    start of march 2025 | beginning of march 2025 | start of march last year = 2025-03-01
    start of december | by the start of december > 2026-12-01
    mid march | mid-march | middle of march | the middle of march < 2026-03-15
    mid-march 2025 = 2025-03-15
    start of month | beginning of the month | the start of the month = 2026-11-01
    start of next month | the beginning of next month = 2026-12-01
    beginning of last month = 2026-10-01
    end of smarch | end of march 20 | start of | mid = refused
    start of march – end of april < 2026-03-01…2026-04-30
    since end of october < 2026-10-31…2026-11-21
    since last friday of november < 2025-11-28…2026-11-21
    since nov 25 < 2025-11-25…2026-11-21
    since the 25th < 2026-10-25…2026-11-21
    start of next week | beginning of next week = 2026-11-23
    start of the week < 2026-11-16
    first monday of october | 1st monday in october < 2026-10-05
    first monday of november < 2026-11-02
    first monday of november | first monday of november 2027 > 2027-11-01
    last friday of october < 2026-10-30
    last friday of november = 2026-11-27
    last friday of october 2025 | last friday of october last year = 2025-10-31
    first monday of next month = 2026-12-07
    third thursday of this month = 2026-11-19
    fifth monday of october | first monday of soon = refused
    christmas | christmas day | xmas < 2025-12-25
    christmas | xmas | by christmas > 2026-12-25
    christmas 2024 = 2024-12-25
    christmas last year = 2025-12-25
    new year's day | new year < 2026-01-01
    new year's day | start of the year > 2027-01-01
    new year's eve > 2026-12-31
    halloween < 2026-10-31
    two fridays ago | 2 fridays ago | the friday before last = 2026-11-13
    three fridays ago = 2026-11-06
    two weeks ago on tuesday | two weeks ago tuesday = 2026-11-03
    3 weekdays ago | weekday | two somedays ago = refused
    quarter to five | a quarter to five | at quarter to five = 2026-11-21 4:45
    ten to five = 2026-11-21 4:50
    twenty past nine | at 9.20 = 2026-11-21 9:20
    quarter past nine | 9.15 = 2026-11-21 9:15
    half past nine | at half past nine | half past 9 = 2026-11-21 9:30
    half past nine pm | 21.30 | 9.30 pm | at 21.30 = 2026-11-21 21:30
    quarter to twelve pm | quarter to 12 at night = 2026-11-21 23:45
    quarter to one pm | a quarter to one in the afternoon = 2026-11-21 12:45
    quarter to twelve am = 2026-11-21 11:45
    quarter to zero | quarter to 25 | half past nine o'clock pm pm = refused
    at 9 = 2026-11-21 9:00
    yesterday at 9 | on friday at 9 | last friday 9.00 = 2026-11-20 9:00
    last night at quarter to twelve = 2026-11-20 23:45
    yesterday at half past nine | on nov 20 at 9:30 = 2026-11-20 9:30
    """
}
