package inline

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"
)

// Draw returns the figure for one value of a slider.
type Draw func(value float64) (Figure, error)

// FrameOption changes the settings of a slider or of frames.
type FrameOption func(*frameSettings)

// StartAt sets the initial value. The slider starts at the value nearest to it. The default is the
// middle value.
func StartAt(value float64) FrameOption {
	return func(s *frameSettings) { s.start = &value }
}

// FrameSet is a set of figures with a slider or a list that selects one of them. It is one block of
// HTML that works without a kernel: in JupyterLab, in exported HTML, and in a file. It implements
// [Figure] with the figure that is shown first.
type FrameSet struct {
	first Figure
	label string
	texts []string // of the values
	words bool     // a list instead of a slider
	draw  func(i int) (Figure, error)
	start int
	svgs  []string
	html  string
}

// Frames draws the figure for every value in advance and returns the set. All figures should have
// the same size and fixed axis ranges, so that nothing moves when the value changes. Lines that the
// SVG documents share are stored once. For readers without scripts, the block includes a PNG of the
// first figure shown. Frames returns an error if there are no values, a value is not finite, or a
// figure cannot be drawn.
func Frames(label string, values []float64, draw Draw, opts ...FrameOption) (*FrameSet, error) {
	f, err := newFrames("Frames", label, values, draw, opts)
	if err != nil {
		return nil, err
	}
	return f, f.render()
}

// newFrames returns a FrameSet whose figures are not drawn yet.
func newFrames(function, label string, values []float64, draw Draw, opts []FrameOption) (*FrameSet, error) {
	start, err := checkFrames(function, values, draw, opts)
	if err != nil {
		return nil, err
	}
	f := &FrameSet{label: label, texts: make([]string, len(values)), start: start}
	f.draw = func(i int) (Figure, error) { return draw(values[i]) }
	for i, v := range values {
		f.texts[i] = formatValue(v)
	}
	return f, nil
}

// checkFrames checks the input and returns the index of the initial value.
func checkFrames(function string, values []float64, draw Draw, opts []FrameOption) (start int, err error) {
	var s frameSettings
	for _, opt := range opts {
		opt(&s)
	}
	if len(values) == 0 {
		return 0, fmt.Errorf("inline: %s: at least one value is required", function)
	}
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, fmt.Errorf("inline: %s: value %d of the slider is %v; it must be finite", function, i, v)
		}
	}
	if draw == nil {
		return 0, fmt.Errorf("inline: %s: the drawing function is nil", function)
	}
	start = len(values) / 2
	if s.start != nil {
		for i, v := range values {
			if math.Abs(v-*s.start) < math.Abs(values[start]-*s.start) {
				start = i
			}
		}
	}
	return start, nil
}

//go:embed frames.html
var framesPage string

// framesTemplate parses the HTML template. The block has no ids: scripts find their block by a
// digest of its content, so copies on one page do not clash. It is a function because a package
// variable would be linked into every program.
func framesTemplate() *template.Template {
	return template.Must(template.New("frames").Parse(framesPage))
}

// render draws all frames and executes the template.
func (f *FrameSet) render() error {
	digest := sha256.New()
	for i := range f.texts {
		figure, svg, err := f.frame(i)
		if err != nil {
			return err
		}
		f.svgs = append(f.svgs, string(svg))
		_, _ = digest.Write(svg)
		if i == f.start {
			f.first = figure
		}
	}
	_, _ = digest.Write([]byte(f.label))
	picture, err := f.picture()
	if err != nil {
		return err
	}
	width, _ := f.Size()
	lines, frames := sharedLines(f.svgs)
	var page bytes.Buffer
	err = framesTemplate().Execute(&page, map[string]any{
		"Digest": hex.EncodeToString(digest.Sum(nil)[:8]),
		"PNG":    picture,
		"Width":  width, "Label": f.label, "Start": f.start, "Last": len(f.texts) - 1, "Words": f.words,
		"Value": f.texts[f.start], "Values": f.texts, "Lines": lines, "Frames": frames,
	})
	f.html = page.String()
	return err
}

// sharedLines returns the distinct lines of the texts, and for each text the indices of its lines.
// Frames differ in only a few lines, so axes, contours and legends are stored once.
func sharedLines(texts []string) (lines []string, frames [][]int) {
	numbers := map[string]int{}
	for _, text := range texts {
		var frame []int
		for line := range strings.Lines(text) {
			number, known := numbers[line]
			if !known {
				number = len(lines)
				numbers[line], lines = number, append(lines, line)
			}
			frame = append(frame, number)
		}
		frames = append(frames, frame)
	}
	return lines, frames
}

// picture returns the initial frame as an image for readers without scripts.
func (f *FrameSet) picture() (template.URL, error) {
	kind, content := "image/svg+xml", []byte(f.svgs[f.start])
	if pictured() {
		var err error
		if content, err = f.first.PNG(); err != nil {
			return "", err
		}
		kind = "image/png"
	}
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(content)), nil
}

// frame draws one frame.
func (f *FrameSet) frame(i int) (figure Figure, svg []byte, err error) {
	if figure, err = f.draw(i); err == nil {
		svg, err = figure.SVG()
	}
	if err != nil {
		err = fmt.Errorf("inline: %s = %s: %w", f.label, f.texts[i], err)
	}
	return figure, svg, err
}

// FigureName returns the name of the first figure shown.
func (f *FrameSet) FigureName() string { return f.first.FigureName() }

// Title returns the title of the first figure shown.
func (f *FrameSet) Title() string { return f.first.Title() }

// Alt returns the text description of the first figure shown.
func (f *FrameSet) Alt() string { return f.first.Alt() }

// Size returns the size of the first figure shown.
func (f *FrameSet) Size() (width, height int) { return f.first.Size() }

// SVG renders the first figure shown.
func (f *FrameSet) SVG() ([]byte, error) { return f.first.SVG() }

// PNG renders the first figure shown.
func (f *FrameSet) PNG() ([]byte, error) { return f.first.PNG() }

// HTML returns the block: the image, the slider or list, the label and the value.
func (f *FrameSet) HTML() string { return f.html }

// Page returns the block as a standalone HTML document.
func (f *FrameSet) Page() []byte {
	return fmt.Appendf(nil, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>%s</title>\n%s",
		html.EscapeString(f.FigureName()), f.html)
}

// formatValue formats a slider value exactly if this takes at most seven characters, and otherwise
// with three significant digits.
func formatValue(v float64) string {
	if exact := strconv.FormatFloat(v, 'g', -1, 64); len(exact) <= 7 {
		return exact
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
