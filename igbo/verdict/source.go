package verdict

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// held is a source of data in memory.
type held struct {
	data     igbo.Data
	clusters []int
	id       string
}

func newHeld(d igbo.Data, clusters []int) (held, error) {
	h := sha256.New()
	for _, values := range [][]float64{d.X, d.Y, d.Weights} {
		if err := hashFloats(h.Write, values); err != nil {
			return held{}, err
		}
	}
	err := json.NewEncoder(h).Encode([]any{d.Features, d.Steps, d.Outputs, d.Weights != nil, d.Mask, clusters})
	return held{d, clusters, hex.EncodeToString(h.Sum(nil))}, err
}

// hashFloats writes their bits, and before them how many they are.
func hashFloats(write func([]byte) (int, error), values []float64) error {
	buffer := binary.LittleEndian.AppendUint64(nil, uint64(len(values)))
	for i, v := range values {
		if buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(v)); len(buffer) < 1<<16 && i < len(values)-1 {
			continue
		}
		if _, err := write(buffer); err != nil {
			return err
		}
		buffer = buffer[:0]
	}
	if len(buffer) > 0 { // of no values
		_, err := write(buffer)
		return err
	}
	return nil
}

func (h held) space() *spool.Space { return nil }

func (h held) take(space *spool.Space, rows []int) (igbo.Data, []int, error) {
	if rows == nil {
		return h.data, h.clusters, nil
	}
	d, err := subset(space, h.data, rows)
	return d, fold.Take(h.clusters, 1, rows), err
}

func (h held) digest() (string, error) { return h.id, nil }

// encoded is a source of the rows of a table, as one encoding has them.
type encoded struct {
	table    *table.Table
	encoding *encode.Encoding
	group    string
	id       string // of the table
}

func (e encoded) space() *spool.Space { return e.table.Space().Like() }

func (e encoded) take(space *spool.Space, rows []int) (d igbo.Data, clusters []int, err error) {
	numbers := e.encoding.Encode
	if e.group == "" {
		numbers = func(t *table.Table, rows []int) (*encode.Samples, error) { return e.encoding.EncodeIn(space, t, rows) }
	}
	s, err := numbers(e.table, rows)
	if err != nil {
		return d, nil, err
	}
	if c := e.table.Column(e.group); e.group != "" && c != nil {
		at := map[float64]int{}
		for _, rows := range s.Rows {
			v := c.Values[rows[0]]
			if _, known := at[v]; !known {
				at[v] = len(at)
			}
			clusters = append(clusters, at[v])
		}
	}
	d, err = Data(s)
	return d, clusters, err
}

func (e encoded) digest() (string, error) {
	text, err := json.Marshal(e.encoding)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, part := range []string{e.id, string(text), e.group} {
		_ = json.NewEncoder(h).Encode(part) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// digestOf is that of a table's cells.
func digestOf(t *table.Table) (string, error) {
	h := sha256.New()
	for _, c := range t.Columns {
		if err := json.NewEncoder(h).Encode([]any{c.Name, c.Kind, c.Categories}); err != nil {
			return "", err
		}
		if err := hashFloats(h.Write, c.Values); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// subset returns the samples of these numbers, series whole, in a space.
func subset(space *spool.Space, d igbo.Data, rows []int) (s igbo.Data, err error) {
	s = d
	var errs [4]error
	s.X, errs[0] = taken(space, d.X, d.Steps*len(d.Features), rows)
	s.Y, errs[1] = taken(space, d.Y, d.Steps*max(d.Outputs, 1), rows)
	s.Mask, errs[2] = taken(space, d.Mask, d.Steps, rows)
	s.Weights, errs[3] = taken(space, d.Weights, 1, rows)
	if err := cmp.Or(errs[:]...); err != nil {
		return igbo.Data{}, fmt.Errorf("verdict: %w", err)
	}
	return s, nil
}

// taken is fold.Take in a space.
func taken[E spool.Number](space *spool.Space, from []E, width int, rows []int) ([]E, error) {
	if from == nil {
		return nil, nil
	}
	to, err := spool.Make[E](space, len(rows)*width)
	return fold.TakeTo(to[:0], from, width, rows[:len(to)/max(width, 1)]), err
}

// checkData asks for one target.
func checkData(d igbo.Data) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if k := max(d.Outputs, 1); k != 1 {
		return fmt.Errorf("verdict: data with %d targets, expected one: each has its own unit and its own order of importance; judge them one at a time, each as the only target", k)
	}
	return nil
}

// largestTarget bounds targets: the spread of the squares of larger ones overflows.
const largestTarget = 1e70

// checkData asks for steps that the model can go through and targets whose losses can be compared.
func (c Config) checkData(d igbo.Data) error {
	for i, y := range d.Y {
		if (d.Mask == nil || d.Mask[i]) && math.Abs(y) > largestTarget {
			return fmt.Errorf("verdict: a target of %g, expected one within ±%g, in a larger unit", y, largestTarget)
		}
		if expected := c.Loss.Expects(y, c.outputs()); expected != "" && (d.Mask == nil || d.Mask[i]) {
			return fmt.Errorf("verdict: a target of %g, %s", y, expected)
		}
	}
	if _, err := c.weighted(d); err != nil {
		return err
	}
	if n := c.outputs() * (len(d.Features) + 1); n > maxWeights {
		return fmt.Errorf("verdict: %d columns and %d outputs, which %s solves for with %d weights, expected at most %d: choose columns", len(d.Features), c.outputs(), c.reference(), n, maxWeights)
	}
	if d.Steps == 1 && c.sequential() {
		return fmt.Errorf("verdict: a %s model of a table, T = 1, expected series, or one of the models %s and %s", c.Model.Kind, models.KindLinear, models.KindMLP)
	}
	return nil
}

// copies is how many times a judging core holds a problem's numbers: the training and the test part, both in the
// model's units, and as much again that was let go of and not collected yet (BenchmarkMemory).
const copies = 6

// spooledColumns are how many columns' memory a core takes that judges a table in a file: for lists of rows, predictions and targets.
const spooledColumns = 2

// spooledCopies are how many times a judging core has a problem's numbers in a temporary file: the training and the test part, and a
// network's inner folds.
const spooledCopies = 2

// Bytes is about how much memory judging takes beside the data: N samples of T steps and D columns, as numbers
// of 8 bytes, on some cores.
func Bytes(samples, steps, columns, cores int) float64 {
	return 8 * copies * float64(samples) * float64(steps) * float64(columns) * float64(max(cores, 1))
}

// checkDisk says what judging a table in a file needs where its disk has less room.
func checkDisk(samples, columns, cores int) error {
	if err := spool.Check(8 * spooledCopies * float64(samples) * float64(columns) * float64(cores)); err != nil {
		return fmt.Errorf("verdict: judging %d samples of %d numbers on %d cores %w", samples, columns, cores, err)
	}
	return nil
}

// CheckMemory says what judging needs where that is more than the machine has left. The data
// have cells numbers, 0 where they are in memory already.
func CheckMemory(cells float64, samples, steps, columns, cores int) error {
	if err := memory.Check(8*cells + Bytes(samples, steps, columns, cores)); err != nil {
		return fmt.Errorf("verdict: judging %d samples of %d numbers on %d cores %w; choose columns, take fewer rows, or fewer cores (GOMAXPROCS=1)", samples, steps*columns, cores, err)
	}
	return nil
}
