package course

import (
	"encoding/json"
	"strconv"
	"strings"
)

// mark begins the line with the values of an answer.
const mark = "course.Values: "

// printed is such a line. Numbers are strings, because JSON cannot represent all of them.
type printed struct {
	Name   string   `json:"name"`
	Values []string `json:"values,omitempty"`
	Fault  string   `json:"fault,omitempty"`
}

// line returns the line with the values of an answer, or with its problem.
func line(name string, answer any) string {
	p := printed{Name: name}
	values, err := Values(name, answer)
	if err != nil {
		p.Fault = strings.TrimPrefix(err.Error(), "course: "+name+": ")
	}
	for _, v := range values {
		p.Values = append(p.Values, strconv.FormatFloat(v, 'g', -1, 64))
	}
	text, _ := json.Marshal(p) // only strings, which always encode
	return mark + string(text)
}

// Printed returns the values of an answer from the output of a program that ran with [ValuesVariable]: those of the last line with this
// name. Found is false if there is no line. A fault describes a problem of the answer itself, such as its type. If a program prints such a
// line itself, these values are its answer.
func Printed(name, output string) (values []float64, fault string, found bool) {
	for text := range strings.Lines(output) {
		var p printed
		rest, ok := strings.CutPrefix(strings.TrimSuffix(text, "\n"), mark)
		if !ok || json.Unmarshal([]byte(rest), &p) != nil || p.Name != name {
			continue
		}
		values, fault, found = nil, p.Fault, true
		for _, v := range p.Values {
			number, err := strconv.ParseFloat(v, 64)
			if err != nil {
				values, fault = nil, "a value is no number"
				break
			}
			values = append(values, number)
		}
	}
	return values, fault, found
}
