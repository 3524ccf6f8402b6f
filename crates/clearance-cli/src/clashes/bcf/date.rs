//! Dates of topics: as they are given, or now.

use std::time::SystemTime;

/// A date with time (`xs:dateTime`), or a day, which begins at midnight in UTC.
pub fn parse(text: &str) -> Result<String, String> {
    let said = || format!("expected a date such as 2026-11-30 or 2026-11-30T08:00:00Z, found {text}");
    let (day, time) = text.split_once('T').unwrap_or((text, "00:00:00Z"));
    let numbers = |text: &str, separator: char, lengths: [usize; 3]| -> Option<[u32; 3]> {
        let words: Vec<&str> = text.split(separator).collect();
        let is_formed = words.iter().map(|word| word.len()).eq(lengths);
        let is_number = words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
        (is_formed && is_number).then(|| numbers.try_into().ok()).flatten()
    };
    let [year, month, date] = numbers(day, '-', [4, 2, 2]).ok_or_else(said)?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let is_day =
        month.checked_sub(1).and_then(|month| days.get(month as usize)).is_some_and(|&last| (1..=last).contains(&date));
    let (clock, zone) = time.split_at_checked(8).ok_or_else(said)?;
    let [hour, minute, second] = numbers(clock, ':', [2, 2, 2]).ok_or_else(said)?;
    let is_zone = zone == "Z"
        || zone.strip_prefix(['+', '-']).is_some_and(|zone| {
            let shift = numbers(&format!("{zone}:00"), ':', [2, 2, 2]);
            shift.is_some_and(|[hour, minute, _]| hour < 14 && minute < 60)
        });
    if year > 0 && is_day && hour < 24 && minute < 60 && second < 60 && is_zone {
        Ok(format!("{day}T{time}"))
    } else {
        Err(said())
    }
}

/// Now, in UTC.
pub fn now() -> String {
    let elapsed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    of_seconds(elapsed.as_secs())
}

/// The date of so many seconds after the beginning of 1970 (Hinnant, "chrono-compatible low-level date algorithms").
fn of_seconds(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days since 1 March of the year 0; 400 years have 146,097 days.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let date = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + 400 * era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_are_dates_and_nothing_else_is() {
        assert_eq!(parse("2026-11-30").unwrap(), "2026-11-30T00:00:00Z");
        for text in ["2024-02-29T23:59:59Z", "2026-11-30T08:00:00+01:00", "2000-02-29T00:00:00-05:30"] {
            assert_eq!(parse(text).unwrap(), text);
        }
        for text in [
            "2026-2-3",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-11-30T08:00",
            "2026-11-30T24:00:00Z",
            "2026-11-30T08:00:00",
            "now",
            "",
            "2026-11-30T08:00:00+1",
            "2026-11-+3",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_are_dates_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_795_996_800, "2026-11-30T00:00:00Z"),
        ] {
            assert_eq!(of_seconds(seconds), date);
        }
    }
}
