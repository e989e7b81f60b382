// Package floatjson reads and writes JSON in which non-finite numbers are the strings "NaN", "Infinity" and "-Infinity".
package floatjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// Marshal returns a value as indented JSON that ends with a line break.
func Marshal(value any) ([]byte, error) {
	text, err := json.MarshalIndent(value, "", "  ")
	if wrong := (*json.UnsupportedValueError)(nil); errors.As(err, &wrong) {
		text, err = jsonx.Marshal(value, jsonv1.DefaultOptionsV1(), jsontext.WithIndent("  "), jsonx.WithMarshalers(jsonx.MarshalToFunc(writeNumber)))
	}
	if err != nil {
		return nil, fmt.Errorf("floatjson: writing a %T: %w", value, err)
	}
	return append(text, '\n'), nil
}

// Unmarshal parses what Marshal wrote into *value. An unknown field is an error.
func Unmarshal(text []byte, value any) error {
	err := jsonx.Unmarshal(text, value, jsonv1.DefaultOptionsV1(), jsonx.RejectUnknownMembers(true),
		jsonx.WithUnmarshalers(jsonx.UnmarshalFromFunc(readNumber)))
	if err != nil {
		return fmt.Errorf("floatjson: reading a %T: %w", value, err)
	}
	return nil
}

func writeNumber(e *jsontext.Encoder, v float64) error {
	switch {
	case math.IsNaN(v):
		return e.WriteToken(jsontext.String("NaN"))
	case math.IsInf(v, 1):
		return e.WriteToken(jsontext.String("Infinity"))
	case math.IsInf(v, -1):
		return e.WriteToken(jsontext.String("-Infinity"))
	}
	return jsonx.SkipFunc
}

func readNumber(d *jsontext.Decoder, v *float64) error {
	if d.PeekKind() != '"' {
		return jsonx.SkipFunc
	}
	token, err := d.ReadToken()
	if err != nil {
		return err
	}
	switch token.String() {
	case "NaN":
		*v = math.NaN()
	case "Infinity":
		*v = math.Inf(1)
	case "-Infinity":
		*v = math.Inf(-1)
	default:
		return fmt.Errorf("%q must be a number, \"NaN\", \"Infinity\" or \"-Infinity\"", token.String())
	}
	return nil
}
