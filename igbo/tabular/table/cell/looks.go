package cell

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// sight classifies a present cell.
type sight int

const (
	aWord    sight = iota
	aBoolean       // true, false, yes, no
	aNumber
	aDate
	anOdd // looks like a number or a date, but is not one under the options
	sights
)

// look classifies a trimmed cell that is not missing.
func (c *Parser) look(cell string) sight {
	if _, ok := c.signs.number(cell); ok {
		if padded(cell) {
			return anOdd
		}
		return aNumber
	}
	if _, ok := c.date(cell); ok {
		return aDate
	}
	if _, ok := boolean(cell); ok {
		return aBoolean
	}
	if odd(cell).looks != "" {
		return anOdd
	}
	return aWord
}

// padded reports whether a cell is a code such as 007 rather than a number.
func padded(cell string) bool {
	return len(cell) > 1 && cell[0] == '0' && cell[1]-'0' <= 9 && strings.Trim(cell, "0123456789") == ""
}

// likeness is what a word looks like, and the flags that decide how it is read, after the column's kind.
type likeness struct{ looks, flags string }

// oddities matches numbers and dates in other notations.
type oddities struct{ number, hex, date, month *regexp.Regexp }

// forms compiles them when the first word has a digit.
var forms = sync.OnceValue(func() oddities {
	const digits = `\p{Nd}+`
	var grouped []string // groups of three digits (in India of two and three) with one sign between them
	for _, sign := range []string{`,`, `\.`, `'`, `’`, ` `, "\u00a0", "\u2009", "\u202f"} {
		grouped = append(grouped, `\p{Nd}{1,3}(?:`+sign+`\p{Nd}{2,3})*`+sign+`\p{Nd}{3}`)
	}
	const clock = `\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:[AaPp]\.?[Mm]\.?)?\s?(?:Z|[A-Z]{2,5}|[-+]\d{2}:?\d{2}|[A-Za-z]+/[A-Za-z_]+)?`
	const month = `(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Za-z]{0,6}\.?`
	return oddities{
		number: regexp.MustCompile(`^\(?[-+−]?\s?\p{Sc}?\s?[-+−]?` +
			`(?:` + digits + `|\p{Nd}*[.,]` + digits + `|` + digits + `[.,]|` + digits + `(?:_` + digits + `)+(?:[.,]\p{Nd}*)?|(?:` + strings.Join(grouped, `|`) + `)(?:[.,]\p{Nd}*)?)` +
			`(?:[eE][-+]?\d+)?\s?[%‰\p{Sc}]?-?\)?$`),
		hex: regexp.MustCompile(`^[-+]?0[xX][0-9a-fA-F_]+(?:\.[0-9a-fA-F]*)?(?:[pP][-+]?\d+)?$`),
		date: regexp.MustCompile(`^(?:[A-Za-z]{3,9},? )?(?:` +
			`\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{2}|\d{4})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|` +
			`\d{1,2}(?:st|nd|rd|th|\.)?[- ]?` + month + `,?[- ]?(?:\d{2}|\d{4})|` + month + `[- ]?\d{1,2}(?:st|nd|rd|th)?,?[- ]\d{4}|\d{4}[- ]` + month + `[- ]\d{1,2}` +
			`)(?:[T ,]+` + clock + `)?$`),
		month: regexp.MustCompile(`^\d{4}-(?:0[1-9]|1[0-2])$|^` + clock + `$`),
	}
})

// odd describes a word that looks like a number or a date but is not one under the options; "" for other words.
func odd(word string) likeness {
	if !strings.ContainsFunc(word, unicode.IsDigit) || len(word) > 64 {
		return likeness{}
	}
	switch {
	case padded(word):
		return likeness{"a code, or a number with leading zeros", ""}
	case forms().number.MatchString(word):
		return oddly(word)
	case forms().hex.MatchString(word):
		return likeness{"a hexadecimal number", ""}
	case forms().date.MatchString(word):
		return likeness{"a date", "--set date_format=FORMAT, such as %d.%m.%Y"}
	case forms().month.MatchString(word):
		return likeness{"a month or a time of day", "--set date_format=FORMAT, such as %Y-%m or %H:%M"}
	}
	return likeness{}
}

// oddly describes what is unusual about a number.
func oddly(word string) likeness {
	has := func(signs string) bool { return strings.ContainsAny(word, signs) }
	switch {
	case has("%‰"):
		return likeness{"a number with a percent sign; take the sign out of the file", ""}
	case strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Sc, r) }):
		return likeness{"a number with a currency's sign; take the sign out of the file", ""}
	case strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsDigit(r) }) || has("()−") || strings.HasSuffix(word, "-"):
		return likeness{"a number in other signs; write it with 0 to 9 and - in the file", ""}
	case has("_'’ \u00a0\u2009\u202f"):
		flags := "--set separator=" + strconv.Quote(string([]rune(word[strings.IndexAny(word, "_'’ \u00a0\u2009\u202f"):])[0]))
		if has(",") {
			flags = "--set decimal=, " + flags
		}
		return likeness{"a number in groups of digits", flags}
	case has(",") && has("."):
		if strings.LastIndexByte(word, ',') > strings.LastIndexByte(word, '.') {
			return likeness{"a number with a decimal comma", "--set decimal=, --set separator=."}
		}
		return likeness{"a number in groups of digits", "--set separator=,"}
	case strings.Count(word, ".") > 1:
		return likeness{"a number in groups of digits", "--set decimal=, --set separator=."}
	case strings.Count(word, ",") > 1:
		return likeness{"a number in groups of digits", "--set separator=,"}
	case has(","):
		return likeness{"a number with a comma", "--set decimal=, or --set separator=,"}
	case has("."):
		return likeness{"a number with a point", "--set decimal=. or --set separator=."}
	case strings.Trim(word, "+-0123456789") == "":
		return likeness{"an integer beyond ±2⁵³, which no number holds exactly", ""}
	}
	return likeness{"a number beyond ±1e+150", ""}
}
