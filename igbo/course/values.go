package course

import (
	"encoding/json"
	"strconv"
	"strings"
)

// mark begins the line with the values of an answer.
const mark = "course.Values: "

// printed is such a line: a number is text, since not all are JSON's.
type printed struct {
	Name   string   `json:"name"`
	Values []string `json:"values,omitempty"`
	Fault  string   `json:"fault,omitempty"`
}

// line has the values of an answer, or what is wrong with it.
func line(name string, answer any) string {
	p := printed{Name: name}
	values, err := Values(name, answer)
	if err != nil {
		p.Fault = strings.TrimPrefix(err.Error(), "course: "+name+": ")
	}
	for _, v := range values {
		p.Values = append(p.Values, strconv.FormatFloat(v, 'g', -1, 64))
	}
	text, _ := json.Marshal(p) // texts alone
	return mark + string(text)
}

// Printed finds the values of an answer in what a program printed with [ValuesVariable] set: the last line that has
// some of this name. Found is false where no line does. A fault is what is wrong with the answer itself, such as its type. Who
// prints such a line by himself answers with its values, and no more.
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
