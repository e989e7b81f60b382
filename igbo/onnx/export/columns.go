package export

import (
	"fmt"
	"math"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// columns adds the operations that encode the columns of a table. It returns x [N,T,D].
func (x *exporter) columns(e *encode.Encoding) string {
	var all []string
	for i := range e.Columns {
		c := &e.Columns[i]
		elem, doc := double, "NaN is missing"
		switch c.Kind {
		case cell.Category:
			elem, doc = int32(protos.TensorProto_STRING), `"" is missing`
		case cell.Date:
			doc = "seconds since 1970-01-01 UTC, NaN is missing"
		case cell.Boolean:
			doc = "0 or 1, NaN is missing"
		}
		x.Graph.Input = append(x.Graph.Input, modelfile.ValueInfo(c.Name, elem, doc, "N", max(e.Steps, 1)))
		if c.Kind == cell.Category {
			all = append(all, x.categories(c))
			continue
		}
		all = append(all, x.numbers(c)...)
	}
	if len(all) == 1 {
		return all[0]
	}
	return x.With("Concat", []*protos.AttributeProto{modelfile.Int("axis", -1)}, all...)
}

// last appends an axis of size 1.
func (x *exporter) last(v string) string { return x.Op("Unsqueeze", v, x.Ints(-1)) }

// numbers encodes a numeric, boolean or date column. Each value that it returns has shape [N,T,1].
func (x *exporter) numbers(c *encode.ColumnEncoding) (list []string) {
	v, missing := x.last(c.Name), ""
	if c.Missing != encode.Refuse && c.Missing != encode.DropRow {
		missing = x.Op("IsNaN", v)
		v = x.Op("Where", missing, x.Scalar(c.Fill), v)
	}
	if c.Kind == cell.Date {
		for _, part := range c.Parts {
			list = append(list, x.date(part, v, c.Origin)...)
		}
	} else {
		list = append(list, v)
	}
	if c.Missing == encode.MeanIndicator || c.Missing == encode.MedianIndicator {
		list = append(list, x.With("Cast", []*protos.AttributeProto{modelfile.Int("to", int64(double))}, missing))
	}
	return list
}

// Calendar constants: the days in 400 years, 100 years, 4 years and 1 year, and from 0000-03-01 to 1970-01-01.
const (
	days400, days100, days4, days1 = 146097, 36524, 1460, 365
	toEpoch                        = 719468
	secondsOfDay                   = 86400
)

// date computes one part of a date v, which is given in seconds since 1970.
func (x *exporter) date(part encode.DatePart, v string, origin float64) []string {
	scaled := func(v string, by float64) string { return x.Op("Div", v, x.Scalar(by)) }
	less := func(v string, by float64) string { return x.Op("Sub", v, x.Scalar(by)) }
	floor := func(v string) string { return x.Op("Floor", v) }
	turn := ""
	switch part {
	case encode.Days:
		return []string{scaled(less(v, origin), secondsOfDay)}
	case encode.Year:
		return []string{x.year(floor(scaled(v, secondsOfDay)))}
	case encode.DayOfYear:
		first := x.newYear(x.year(floor(scaled(v, secondsOfDay))))
		turn = scaled(x.Op("Sub", scaled(v, secondsOfDay), first), 365.2425)
	case encode.Weekday: // 1970-01-01 was a Thursday, the third day after Monday
		day := less(floor(scaled(v, secondsOfDay)), -3)
		turn = scaled(x.Op("Sub", day, x.Op("Mul", floor(scaled(day, 7)), x.Scalar(7))), 7)
	case encode.TimeOfDay:
		turn = x.Op("Sub", scaled(v, secondsOfDay), floor(scaled(v, secondsOfDay)))
	default:
		x.err = fmt.Errorf("unsupported part %q of a date", part)
		return nil
	}
	angle := x.Op("Mul", turn, x.Scalar(2*math.Pi))
	return []string{x.Op("Sin", angle), x.Op("Sin", less(angle, -math.Pi/2))} // runtimes lack Cos in float64
}

// year computes the year of a number of days since 1970. Its internal years begin in March, so a leap day is
// the last day of a year.
func (x *exporter) year(days string) string {
	over := func(v string, by float64) string { return x.Op("Floor", x.Op("Div", v, x.Scalar(by))) }
	times := func(v string, by float64) string { return x.Op("Mul", v, x.Scalar(by)) }
	z := x.Op("Sub", days, x.Scalar(-toEpoch))
	era := over(z, days400)
	day := x.Op("Sub", z, times(era, days400)) // within the 400-year era
	flat := x.Op("Sub", x.Op("Add", x.Op("Sub", day, over(day, days4)), over(day, days100)), over(day, days400-1))
	year := over(flat, days1)
	inYear := x.Op("Sub", day, x.Op("Sub", x.Op("Add", times(year, days1), over(year, 4)), over(year, 100)))
	late := over(inYear, 306) // January and February belong to the next year
	return x.Op("Add", x.Op("Add", year, times(era, 400)), late)
}

// newYear computes January 1 of a year, in days since 1970.
func (x *exporter) newYear(year string) string {
	over := func(v string, by float64) string { return x.Op("Floor", x.Op("Div", v, x.Scalar(by))) }
	before := x.Op("Sub", year, x.Scalar(1))
	leaps := x.Op("Add", x.Op("Sub", over(before, 4), over(before, 100)), over(before, 400))
	return x.Op("Sub", x.Op("Add", x.Op("Mul", before, x.Scalar(days1)), leaps), x.Scalar(toEpoch-306))
}

// categories one-hot encodes a categorical column as [N,T,K]. An unknown category becomes NaN if the encoding
// has no column for other categories.
func (x *exporter) categories(c *encode.ColumnEncoding) string {
	texts := make([]string, len(c.Categories))
	for i, name := range c.Categories {
		if texts[i] = name; name == cell.Absent {
			texts[i] = ""
		}
	}
	if len(texts) == 0 { // every category is "other"
		return x.refusing(c, x.Op("Add", x.Op("Mul", x.hot(c.Name, []string{""}), x.Scalar(0)), x.Scalar(1)))
	}
	hot := x.hot(c.Name, texts)
	any := x.With("ReduceSum", []*protos.AttributeProto{modelfile.Int("keepdims", 1)}, hot, x.Ints(-1))
	none := x.Op("Sub", x.Scalar(1), any)
	if !c.Other {
		return x.Op("Where", x.Op("Greater", none, x.Scalar(0.5)), x.Scalar(math.NaN()), hot)
	}
	return x.With("Concat", []*protos.AttributeProto{modelfile.Int("axis", -1)}, hot, x.refusing(c, none))
}

// refusing replaces column by NaN in rows whose text is missing, unless missing values have their own category.
func (x *exporter) refusing(c *encode.ColumnEncoding, column string) string {
	if c.Missing == encode.Own {
		return column
	}
	return x.Op("Where", x.Op("Greater", x.hot(c.Name, []string{""}), x.Scalar(0.5)), x.Scalar(math.NaN()), column)
}

// hot one-hot encodes the input name as [N,T,K], with one column for each text.
func (x *exporter) hot(name string, texts []string) string {
	list := &protos.AttributeProto{Name: "cats_strings", Type: protos.AttributeProto_STRINGS}
	for _, text := range texts {
		list.Strings = append(list.Strings, []byte(text))
	}
	out := x.With("OneHotEncoder", []*protos.AttributeProto{list, modelfile.Int("zeros", 1)}, name)
	x.Nodes[len(x.Nodes)-1].Domain = "ai.onnx.ml"
	return x.With("Cast", []*protos.AttributeProto{modelfile.Int("to", int64(double))}, out)
}
