package notebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"

	"github.com/igbolab/igbolab/igbo/notebook/value"
	"github.com/igbolab/igbolab/plots/inline"
)

// MIME type and schema of a Vega-Lite chart.
const (
	vegaLite       = "application/vnd.vegalite.v5+json"
	vegaLiteSchema = "https://vega.github.io/schema/vega-lite/v5.json"
)

// A Bundle holds one value in several forms by MIME type. The front end shows the richest form that it supports. Readers without a front
// end see the form "text/plain". A JSON form can be any value that package encoding/json accepts; other forms are strings or bytes.
type Bundle map[string]any

// MimeBundle returns the forms.
func (b Bundle) MimeBundle() map[string]any { return b }

// String returns the plain text, if there is one.
func (b Bundle) String() string {
	text, _ := b["text/plain"].(string)
	return text
}

// HTML returns a value that is displayed as an HTML element. The element is not escaped.
func HTML(element string) Bundle {
	return Bundle{"text/html": element, "text/plain": withoutTags(element)}
}

// Markdown returns a value that is shown as Markdown, with formulas between dollar signs.
func Markdown(text string) Bundle { return Bundle{"text/markdown": text, "text/plain": text} }

// LaTeX returns a value that is shown as a formula. A formula without delimiters is displayed on its own line.
func LaTeX(formula string) Bundle {
	return Bundle{"text/latex": delimited(formula), "text/plain": formula}
}

// SVG returns a value that is displayed as an SVG image.
func SVG(document string) Bundle {
	text := withoutTags(document)
	if text == "" {
		text = "SVG picture"
	}
	return Bundle{"image/svg+xml": document, "text/plain": text}
}

// JSON returns a value that is displayed as JSON, as a collapsible tree if the front end supports
// it. If v cannot be encoded, it ends the cell as Check does.
func JSON(v any) Bundle {
	text, err := jsonOf(v)
	if err != nil {
		inline.End(fmt.Errorf("notebook: showing %s as JSON: %w", value.TypeName(reflect.TypeOf(v)), err))
	}
	var indented bytes.Buffer
	if json.Indent(&indented, text, "", "  ") != nil {
		indented.Write(text)
	}
	return Bundle{"application/json": json.RawMessage(text), "text/plain": indented.String()}
}

// jsonOf returns v as JSON. Bytes and json.RawMessage that are JSON stay as they are.
func jsonOf(v any) ([]byte, error) {
	if r := reflect.ValueOf(v); r.Kind() == reflect.Slice && r.Type().Elem().Kind() == reflect.Uint8 && json.Valid(r.Bytes()) {
		return r.Bytes(), nil
	}
	return json.Marshal(v)
}

// VegaLite returns a value that is displayed as a Vega-Lite chart. The specification is a map, a
// struct, or JSON text. If it is not a JSON object, VegaLite ends the cell as Check does.
func VegaLite(specification any) Bundle {
	spec, err := vegaLiteSpec(specification)
	if err != nil {
		inline.End(fmt.Errorf("notebook: showing a Vega-Lite chart: %w", err))
	}
	return Bundle{vegaLite: spec, "text/plain": vegaLiteText(spec)}
}

// vegaLiteSpec returns a specification with its schema.
func vegaLiteSpec(specification any) (map[string]any, error) {
	text, err := jsonOf(specification)
	if s, is := specification.(string); is {
		text, err = []byte(s), nil
	}
	if err != nil {
		return nil, err
	}
	var spec map[string]any
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("the specification must be a JSON object: %w", err)
	}
	if spec == nil {
		return nil, fmt.Errorf("the specification must be a JSON object, not null")
	}
	if spec["$schema"] == nil {
		spec = maps.Clone(spec)
		spec["$schema"] = vegaLiteSchema
	}
	return spec, nil
}

// vegaLiteText describes a chart for readers that cannot draw it.
func vegaLiteText(spec map[string]any) string {
	text := "Vega-Lite chart"
	for _, key := range []string{"title", "description"} {
		if s, is := spec[key].(string); is && s != "" {
			return text + ": " + s
		}
	}
	switch mark := spec["mark"].(type) {
	case string:
		text += " with mark " + mark
	case map[string]any:
		if kind, is := mark["type"].(string); is {
			text += " with mark " + kind
		}
	}
	return text
}
