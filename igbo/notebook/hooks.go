package notebook

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"html/template"
	"mime"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/notebook/value"
	"github.com/igbolab/igbolab/plots/inline"
)

// errNothing is the error of a hook that returns nothing to show.
var errNothing = errors.New("nothing to show")

// A hook shows values of the types that have a certain method.
type hook struct {
	name string
	has  func(t reflect.Type) bool
	show func(v reflect.Value) (inline.Content, error)
}

// hooks lists the hooks in the order in which they are tried.
var hooks = []hook{
	method("MimeBundle", func(v interface{ MimeBundle() map[string]any }) (inline.Content, error) {
		return content(v.MimeBundle())
	}),
	method("HTML", func(v interface{ HTML() string }) (inline.Content, error) { return form("text/html", v.HTML()) }),
	method("Markdown", func(v interface{ Markdown() string }) (inline.Content, error) {
		return form("text/markdown", v.Markdown())
	}),
	method("LaTeX", func(v interface{ LaTeX() string }) (inline.Content, error) { return form("text/latex", v.LaTeX()) }),
	method("SVG", func(v interface{ SVG() string }) (inline.Content, error) { return form("image/svg+xml", v.SVG()) }),
	{
		"HTML", func(t reflect.Type) bool { return t == reflect.TypeFor[template.HTML]() },
		func(v reflect.Value) (inline.Content, error) { return form("text/html", v.String()) },
	},
	method("At", picture),
}

// method returns the hook for types that have a method, or whose pointers have it.
func method[I any](name string, call func(I) (inline.Content, error)) hook {
	wanted := reflect.TypeFor[I]()
	return hook{
		name,
		func(t reflect.Type) bool {
			return t.Implements(wanted) || t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(wanted)
		},
		func(v reflect.Value) (c inline.Content, err error) {
			if m, ok := value.Method[I](v); ok {
				return call(m)
			}
			return c, errNothing
		},
	}
}

// hooked returns the content from the first hook of a value, or false if there is no hook. If a
// hook returns nothing, hooked tries the next one. If a hook fails, hooked returns its error.
func hooked(v reflect.Value) (c inline.Content, ok bool, err error) {
	for _, h := range hooks {
		if !h.has(v.Type()) {
			continue
		}
		failed := value.Call(v, h.name, func() { c, err = h.show(v) })
		switch {
		case failed != nil:
			return c, false, failed
		case errors.Is(err, errNothing):
			continue
		case err != nil:
			return c, false, fmt.Errorf("the method %s of %s failed: %w", h.name, value.TypeName(v.Type()), err)
		}
		if c.Text == "" {
			c.Text = fallback(v, c)
		}
		return c, true, nil
	}
	return inline.Content{}, false, nil
}

// displays reports whether a hook shows values of a type.
func displays(t reflect.Type) bool {
	return slices.ContainsFunc(hooks, func(h hook) bool { return h.has(t) })
}

// form returns a content of one form.
func form(kind, text string) (inline.Content, error) {
	if strings.TrimSpace(text) == "" {
		return inline.Content{}, errNothing
	}
	switch kind {
	case "text/html":
		return inline.Content{HTML: text}, nil
	case "image/svg+xml":
		return inline.Content{SVG: text}, nil
	case "text/plain":
		return inline.Content{Text: text}, nil
	case "text/latex":
		text = delimited(text)
	}
	return inline.Content{More: map[string]string{kind: text}}, nil
}

// delimited adds the delimiters that front ends look for to a formula that has none.
func delimited(formula string) string {
	formula = strings.TrimSpace(formula)
	for _, begin := range []string{"$", `\[`, `\(`, `\begin`} {
		if strings.HasPrefix(formula, begin) {
			return formula
		}
	}
	return "$$" + formula + "$$"
}

// content returns a bundle of forms by MIME type as a content.
func content(bundle map[string]any) (c inline.Content, err error) {
	for kind, data := range bundle {
		if _, _, err := mime.ParseMediaType(kind); err != nil || !strings.Contains(kind, "/") {
			return c, fmt.Errorf("%q is not a MIME type", kind)
		}
		if data == nil {
			continue
		}
		text, err := encoded(kind, data)
		if err != nil {
			return c, fmt.Errorf("%s: %w", kind, err)
		}
		switch kind {
		case "text/plain":
			c.Text = text
		case "text/html":
			c.HTML = text
		case "image/svg+xml":
			c.SVG = text
		default:
			if c.More == nil {
				c.More = map[string]string{}
			}
			c.More[kind] = text
		}
	}
	if c.Text == "" && c.HTML == "" && c.SVG == "" && c.More == nil {
		return c, errNothing
	}
	return c, nil
}

// encoded returns the data of a form as text: JSON for JSON types, base64 for bytes such as pictures.
func encoded(kind string, data any) (string, error) {
	v := reflect.ValueOf(data)
	isBytes := v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8
	if inline.IsJSON(kind) {
		if v.Kind() == reflect.String && json.Valid([]byte(v.String())) {
			return v.String(), nil
		}
		if isBytes && json.Valid(v.Bytes()) {
			return string(v.Bytes()), nil
		}
		text, err := json.Marshal(data)
		return string(text), err
	}
	switch {
	case v.Kind() == reflect.String:
		return v.String(), nil
	case isBytes && (strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+xml")):
		return string(v.Bytes()), nil
	case isBytes:
		return base64.StdEncoding.EncodeToString(v.Bytes()), nil
	}
	return "", fmt.Errorf("the data are %s; they must be a string or []byte", value.TypeName(v.Type()))
}

// fallback returns the plain text of a value that has a richer form: its own text, or that of the richer form, or its fields.
func fallback(v reflect.Value, c inline.Content) string {
	if text, ok, _ := value.Reported(v); ok {
		return text
	}
	for _, kind := range []string{"text/markdown", "text/latex"} {
		if text := c.More[kind]; text != "" {
			return text
		}
	}
	if text := withoutTags(c.HTML); text != "" {
		return text
	}
	return value.Line(v, longest)
}

var (
	unseen = regexp.MustCompile(`(?is)<(script|style)\b.*?</(script|style)>|<!--.*?-->`)
	breaks = regexp.MustCompile(`(?i)<br\s*/?>|</(p|div|h[1-6]|li|tr|table|pre)>`)
	tag    = regexp.MustCompile(`<[^>]*>`)
)

// withoutTags returns the text of an HTML element.
func withoutTags(element string) string {
	text := tag.ReplaceAllString(breaks.ReplaceAllString(unseen.ReplaceAllString(element, ""), "\n"), "")
	return strings.TrimSpace(html.UnescapeString(text))
}
