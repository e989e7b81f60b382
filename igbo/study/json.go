package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// MarshalJSON writes a result as indented JSON, which has no numbers that are
// not finite: they become the strings "NaN", "Infinity" and "-Infinity".
func MarshalJSON(result any) ([]byte, error) {
	text, err := json.MarshalIndent(result, "", "  ")
	if wrong := (*json.UnsupportedValueError)(nil); errors.As(err, &wrong) {
		text, err = jsonx.Marshal(result, jsonv1.DefaultOptionsV1(), jsontext.WithIndent("  "), jsonx.WithMarshalers(jsonx.MarshalToFunc(writeNumber)))
	}
	if err != nil {
		return nil, fmt.Errorf("study: a %T as JSON: %w", result, err)
	}
	return append(text, '\n'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote into the value that a pointer
// points to.
func UnmarshalJSON(text []byte, result any) error {
	err := jsonx.Unmarshal(text, result, jsonv1.DefaultOptionsV1(), jsonx.RejectUnknownMembers(true),
		jsonx.WithUnmarshalers(jsonx.UnmarshalFromFunc(readNumber)))
	if err != nil {
		return fmt.Errorf("study: JSON of a %T: %w", result, err)
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
		return fmt.Errorf("%q, expected a number, \"NaN\", \"Infinity\" or \"-Infinity\"", token.String())
	}
	return nil
}
