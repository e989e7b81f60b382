package cell

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
)

// Day is the length of a day in seconds.
const Day = 86400

func seconds(at time.Time) float64 { return float64(at.Unix()) + float64(at.Nanosecond())/1e9 }

// Instant returns the time of seconds since 1970.
func Instant(seconds float64) time.Time {
	whole := math.Floor(seconds)
	return time.Unix(int64(whole), int64(math.Round((seconds-whole)*1e9))).UTC()
}

// OnDay returns the date, in ISO 8601, of a second since 1970.
func OnDay(second float64) string {
	return time.Unix(int64(math.Floor(second)), 0).UTC().Format(time.DateOnly)
}

// directives maps strftime's directives to the layouts of package time. Leading zeros of a date are optional.
const directives = "%Y 2006 %y 06 %m 1 %d 2 %e _2 %j 002 %b Jan %h Jan %B January %a Mon %A Monday %H 15 %I 3 %M 04 %S 05 %p PM %z -0700 %Z MST " +
	"%T 15:04:05 %F 2006-1-2 %D 1/2/06 %R 15:04 %% % "

// directive returns the layout of package time for a directive, or "".
func directive(c byte) string {
	_, rest, found := strings.Cut(directives, string([]byte{'%', c, ' '}))
	if !found {
		return ""
	}
	written, _, _ := strings.Cut(rest, " ")
	return written
}

// Layout converts a format of strftime, such as %d.%m.%Y, to a layout of package time. Leading zeros are optional, and seconds can have a
// fraction. It returns an error for unknown directives, for a format without a directive, and for digits or letters except T and Z outside
// directives.
func Layout(format string) (string, error) {
	var b strings.Builder
	found := false
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c != '%' && c != 'T' && c != 'Z' && (c == '_' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))):
			return "", fmt.Errorf("table: date format %.40q has %q outside a directive, want a format such as %%d.%%m.%%Y", format, c)
		case c != '%':
			b.WriteByte(c)
		case i+1 == len(format) || directive(format[i+1]) == "":
			return "", fmt.Errorf("table: date format %.40q has an unsupported directive, want a format such as %%d.%%m.%%Y %%H:%%M:%%S", format)
		default:
			i++
			found = found || format[i] != '%'
			b.WriteString(directive(format[i]))
		}
	}
	if !found {
		return "", fmt.Errorf("table: date format %.40q has no directive, want a format such as %%d.%%m.%%Y", format)
	}
	return b.String(), nil
}

// validateLayouts returns an error for formats without a part of a date.
func validateLayouts(layouts []string) error {
	for _, layout := range layouts {
		at := time.Date(1987, 11, 23, 13, 48, 59, 0, time.UTC)
		if layout == "" || at.Format(layout) == layout {
			return fmt.Errorf("table: date format %.40q has no part of a date, want a layout of Go's package time, such as %q", layout, time.DateOnly)
		}
	}
	return nil
}
