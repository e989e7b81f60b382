package lab

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	_ "image/png" // decodes the pictures of notebooks
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/corona10/goimagehash"

	"github.com/igbolab/igbolab/igbo/kernel"
)

// Tolerances of Check.
const (
	// NumberTolerance is the relative difference that numbers in text can have.
	NumberTolerance = 1e-3
	// ImageTolerance is the maximum Hamming distance of the 256-bit perceptual hashes of two pictures.
	ImageTolerance = 20
)

// Difference is one difference between a fresh run and the committed outputs.
type Difference struct {
	Notebook string
	// Cell is the position among the code cells, from 1.
	Cell int
	What string
}

// String describes the difference, with the notebook and the code cell.
func (d Difference) String() string {
	return fmt.Sprintf("%s, code cell %d: %s", short(d.Notebook), d.Cell, d.What)
}

// Check runs notebooks and compares them with their committed outputs. It compares the words of texts exactly, their numbers within
// NumberTolerance, and pictures by a perceptual hash. It ignores times and progress. Check does not change files: the course runs in a
// copy. If each cell is a program, cells with the tag [StatefulTag] may print something else. Check returns an error if a notebook fails.
func (l *Lab) Check(ctx context.Context, o ExecuteOptions) ([]Difference, error) {
	o.copied = l.Notebooks == l.Course()
	runs, err := l.runAll(ctx, o)
	if err != nil {
		return nil, err
	}
	programs := os.Getenv(kernel.ProgramsVariable) != "" || l.kernel.Stateful() != nil
	var differences []Difference
	var failures []error
	for _, r := range runs {
		if r.Err != nil {
			failures = append(failures, r.Err)
			continue
		}
		committed, err := os.ReadFile(r.Path)
		if err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
		found, err := compare(r.Path, committed, r.Notebook, programs)
		failures = append(failures, err)
		differences = append(differences, found...)
	}
	return differences, errors.Join(failures...)
}

// notebook holds what Check reads of a file.
type notebook struct {
	Cells []struct {
		Type    string   `json:"cell_type"`
		Source  lines    `json:"source"`
		Outputs []output `json:"outputs"`
		Meta    struct {
			Tags []string `json:"tags"`
		} `json:"metadata"`
	} `json:"cells"`
}

type output struct {
	Type string           `json:"output_type"`
	Name string           `json:"name"`
	Text lines            `json:"text"`
	Data map[string]lines `json:"data"`
}

// lines is a text that Jupyter writes as one string or as a list of strings.
type lines string

// UnmarshalJSON implements json.Unmarshaler; other values become empty text.
func (l *lines) UnmarshalJSON(text []byte) error {
	var one string
	var many []string
	if json.Unmarshal(text, &one) == nil {
		*l = lines(one)
	} else if json.Unmarshal(text, &many) == nil {
		*l = lines(strings.Join(many, ""))
	}
	return nil
}

// StatefulTag is the tag of a cell whose outputs need values of earlier cells.
const StatefulTag = "stateful"

// compare returns the differences between two versions of a notebook. If programs is set, it ignores cells with the tag [StatefulTag].
func compare(path string, committed, fresh []byte, programs bool) ([]Difference, error) {
	var a, b notebook
	if err := errors.Join(json.Unmarshal(committed, &a), json.Unmarshal(fresh, &b)); err != nil {
		return nil, fmt.Errorf("lab: comparing %s: %w", short(path), err)
	}
	if len(a.Cells) != len(b.Cells) {
		return []Difference{{path, 0, fmt.Sprintf("%d cells committed, %d run", len(a.Cells), len(b.Cells))}}, nil
	}
	var found []Difference
	code := 0
	for i, cell := range a.Cells {
		if cell.Type != "code" {
			continue
		}
		code++
		if programs && slices.Contains(cell.Meta.Tags, StatefulTag) {
			continue
		}
		if what := compareOutputs(cell.Outputs, b.Cells[i].Outputs); what != "" {
			found = append(found, Difference{path, code, what})
		}
	}
	return found, nil
}

func compareOutputs(a, b []output) string {
	if what := CompareText(joined(a), joined(b), NumberTolerance); what != "" {
		return what
	}
	before, after := pictures(a), pictures(b)
	if len(before) != len(after) {
		return fmt.Sprintf("%d pictures committed, %d drawn", len(before), len(after))
	}
	for i := range before {
		distance, err := pictureDistance(before[i], after[i])
		if err != nil {
			return fmt.Sprintf("picture %d: %v", i+1, err)
		}
		if distance > ImageTolerance {
			return fmt.Sprintf("picture %d differs: distance %d, allowed %d", i+1, distance, ImageTolerance)
		}
	}
	return ""
}

// joined returns the printed text of a cell, without error streams.
func joined(outputs []output) string {
	var b strings.Builder
	for _, o := range outputs {
		if o.Type == "stream" && o.Name == "stdout" {
			b.WriteString(string(o.Text))
		}
	}
	return b.String()
}

func pictures(outputs []output) []string {
	var found []string
	for _, o := range outputs {
		if p, ok := o.Data["image/png"]; ok {
			found = append(found, string(p))
		}
	}
	return found
}

var (
	// timings matches numbers with a unit of time, and the lines of progress bars.
	timings = regexp.MustCompile(`(?m)\d+(\.\d+)?\s?(ns|µs|us|ms|s|min|m\d+(\.\d+)?s)\b|^.*\d+ ?%.*(left|done|elapsed).*$`)
	numbers = regexp.MustCompile(`[-+−]?\d+(\.\d+)?([eE][-+]?\d+)?`)
)

// CompareText describes how the text of a cell differs from the committed text, or returns "". It compares words exactly and
// numbers within a relative tolerance, and ignores times.
func CompareText(committed, run string, tolerance float64) string {
	a, b := committed, run
	a, b = timings.ReplaceAllString(a, "⏱"), timings.ReplaceAllString(b, "⏱")
	wordsA, wordsB := strings.Fields(numbers.ReplaceAllString(a, "#")), strings.Fields(numbers.ReplaceAllString(b, "#"))
	if strings.Join(wordsA, " ") != strings.Join(wordsB, " ") {
		return fmt.Sprintf("text differs: committed %q, run %q", clip(a), clip(b))
	}
	numsA, numsB := numbers.FindAllString(a, -1), numbers.FindAllString(b, -1)
	if len(numsA) != len(numsB) { // one of them contains a # instead
		return fmt.Sprintf("text differs: committed %q, run %q", clip(a), clip(b))
	}
	for i := range numsA {
		x, y := parse(numsA[i]), parse(numsB[i])
		if math.Abs(x-y) > tolerance*math.Max(math.Abs(x), math.Abs(y)) {
			return fmt.Sprintf("number %d differs: committed %s, run %s", i+1, numsA[i], numsB[i])
		}
	}
	return ""
}

func parse(number string) float64 {
	v, err := strconv.ParseFloat(strings.ReplaceAll(number, "−", "-"), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > 120 {
		return string(runes[:120]) + "…"
	}
	return s
}

// pictureDistance returns the distance of two PNG pictures in base64.
func pictureDistance(a, b string) (int, error) {
	if a == b {
		return 0, nil
	}
	hashA, err := pictureHash(a)
	if err != nil {
		return 0, err
	}
	hashB, err := pictureHash(b)
	if err != nil {
		return 0, err
	}
	return hashA.Distance(hashB)
}

func pictureHash(text string) (*goimagehash.ExtImageHash, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, err
	}
	img, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	return goimagehash.ExtPerceptionHash(img, 16, 16)
}
