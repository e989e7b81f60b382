package table

import "strings"

// infer finds the kind of a column from its trimmed cells.
func (o ReadOptions) infer(column []string) Kind {
	w := newWords(o.Missing)
	dates := newCells(Date, w, o.Layouts)
	var present, numbers, booleans, days int
	for _, cell := range column {
		if w.missing(cell) {
			continue
		}
		present++
		_, isNumber := number(cell)
		if padded(cell) {
			return Category
		}
		if isNumber {
			numbers++
			continue
		}
		if _, ok := boolean(cell); ok {
			booleans++
		} else if _, ok := dates.date(cell); ok {
			days++
		}
	}
	switch {
	case present == 0 || 2*numbers > present:
		return Number
	case 2*booleans > present:
		return Boolean
	case 2*days > present:
		return Date
	}
	return Category
}

// padded tells a code such as 007 from a number.
func padded(cell string) bool {
	return len(cell) > 1 && cell[0] == '0' && strings.Trim(cell, "0123456789") == ""
}
