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

// Draw makes the figure for one value of a slider.
type Draw func(value float64) (Figure, error)

// FrameOption changes a slider, live or made of frames.
type FrameOption func(*frameSettings)

// StartAt sets the value shown first; the nearest one is taken. Default: the
// middle one.
func StartAt(value float64) FrameOption {
	return func(s *frameSettings) { s.start = &value }
}

// FrameSet is one figure for each of several values behind a range input, or of several
// words behind a list, in one block of HTML that works with no kernel: in JupyterLab, in
// exported HTML, in a file. As a figure (SVG, PNG) it is its first frame shown.
type FrameSet struct {
	first Figure
	label string
	texts []string // of the values
	words bool     // a list, no range input
	draw  func(i int) (Figure, error)
	start int
	svgs  []string
	html  string
}

// Frames draws the figure for every value beforehand. The figures should be of one
// size, with their axes' ranges fixed, so that nothing jumps. The block holds each line of the SVG documents once, and a PNG of the frame
// shown first for readers in which no script runs.
func Frames(label string, values []float64, draw Draw, opts ...FrameOption) (*FrameSet, error) {
	f, err := newFrames("Frames", label, values, draw, opts)
	if err != nil {
		return nil, err
	}
	return f, f.render()
}

// newFrames are Frames that are not drawn yet.
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

// checkFrames names the first fault of the input and returns the start's index.
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

// framesTemplate is the block of HTML. It has no ids: blocks find themselves by a
// digest of their content, so that copies on one page cannot clash. A function that a
// variable held would be linked into every program.
func framesTemplate() *template.Template {
	return template.Must(template.New("frames").Parse(framesPage))
}

// render draws every frame and fills the template.
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

// sharedLines returns the lines of the texts, each once, and for each text the numbers of its lines. Frames differ in few of their lines, so
// axes, contours and legends are stored once.
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

// picture is the frame shown first where no script runs.
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

// FigureName is the name of the frames' figure.
func (f *FrameSet) FigureName() string { return f.first.FigureName() }

// Title is that of the frame shown first.
func (f *FrameSet) Title() string { return f.first.Title() }

// Alt is that of the frame shown first.
func (f *FrameSet) Alt() string { return f.first.Alt() }

// Size is that of the frame shown first.
func (f *FrameSet) Size() (width, height int) { return f.first.Size() }

// SVG renders the frame shown first.
func (f *FrameSet) SVG() ([]byte, error) { return f.first.SVG() }

// PNG renders the frame shown first.
func (f *FrameSet) PNG() ([]byte, error) { return f.first.PNG() }

// HTML returns the block: picture, range input or list, label and value.
func (f *FrameSet) HTML() string { return f.html }

// Page returns the block as a document of its own.
func (f *FrameSet) Page() []byte {
	return fmt.Appendf(nil, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>%s</title>\n%s",
		html.EscapeString(f.FigureName()), f.html)
}

// formatValue writes a slider's value with up to three digits.
func formatValue(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }
