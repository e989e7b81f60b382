package cell

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
)

// Day is the length of one in seconds.
const Day = 86400

func seconds(at time.Time) float64 { return float64(at.Unix()) + float64(at.Nanosecond())/1e9 }

// Instant is the time of seconds since 1970.
func Instant(seconds float64) time.Time {
	whole := math.Floor(seconds)
	return time.Unix(int64(whole), int64(math.Round((seconds-whole)*1e9))).UTC()
}

// OnDay is the date, in ISO 8601, of a second since 1970.
func OnDay(second float64) string {
	return time.Unix(int64(math.Floor(second)), 0).UTC().Format(time.DateOnly)
}

// directives are those of strftime, as package time writes them; numbers of a date may lack their leading zeros.
const directives = "%Y 2006 %y 06 %m 1 %d 2 %e _2 %j 002 %b Jan %h Jan %B January %a Mon %A Monday %H 15 %I 3 %M 04 %S 05 %p PM %z -0700 %Z MST " +
	"%T 15:04:05 %F 2006-1-2 %D 1/2/06 %R 15:04 %% % "

// directive is what package time writes for one, or "".
func directive(c byte) string {
	_, rest, found := strings.Cut(directives, string([]byte{'%', c, ' '}))
	if !found {
		return ""
	}
	written, _, _ := strings.Cut(rest, " ")
	return written
}

// Layout is the format of a date that is written as strftime writes it, such as %d.%m.%Y; of numbers that it names the leading zero may lack, and a
// fraction may follow seconds. Errors: directives that are not known, none at all, and letters but T and Z, or figures, outside of them.
func Layout(format string) (string, error) {
	var b strings.Builder
	found := false
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c != '%' && c != 'T' && c != 'Z' && (c == '_' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))):
			return "", fmt.Errorf("table: the date format %.40q has %q outside of a directive, expected one such as %%d.%%m.%%Y", format, c)
		case c != '%':
			b.WriteByte(c)
		case i+1 == len(format) || directive(format[i+1]) == "":
			return "", fmt.Errorf("table: the date format %.40q, expected directives such as in %%d.%%m.%%Y %%H:%%M:%%S", format)
		default:
			i++
			found = found || format[i] != '%'
			b.WriteString(directive(format[i]))
		}
	}
	if !found {
		return "", fmt.Errorf("table: the date format %.40q has no directive, expected one such as %%d.%%m.%%Y", format)
	}
	return b.String(), nil
}

// validateLayouts refuses formats that hold no part of a date.
func validateLayouts(layouts []string) error {
	for _, layout := range layouts {
		at := time.Date(1987, 11, 23, 13, 48, 59, 0, time.UTC)
		if layout == "" || at.Format(layout) == layout {
			return fmt.Errorf("table: the date format %.40q has no part of a date, expected one as in package time", layout)
		}
	}
	return nil
}
