package verdict

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/internal/spool"
)

// Part is data to train on with what was learned from them alone, and data held out. It holds
// no data: all parts share a table, or data in memory, which must not change until the verdict
// is there, and a part takes its samples from them where they are asked for.
type Part struct {
	// Groups parts the columns into the features that the order speaks of; nil where each
	// column is one.
	Groups [][]int
	// Order is the DAG over the features as JSON, for this training part.
	Order []byte

	from        source
	train, test numbers
	samples     [2]int
	features    []string
	id          string
}

// source is what parts take their samples from.
type source interface {
	// take returns the samples of these numbers, nil for all, and which stay together on inner folds, what is large in a space.
	take(space *spool.Space, rows []int) (d igbo.Data, clusters []int, err error)
	// space is where a part's samples may lie, to be closed: nil is the heap.
	space() *spool.Space
	// digest is that of all that take depends on.
	digest() (string, error)
}

// newPart makes a part and looks at its data once: an error of theirs is one before any training.
func newPart(cfg Config, from source, rows fold.Rows, groups [][]int, order Order, names []string) (p Part, err error) {
	p = Part{Groups: groups, from: from, train: numbersOf(rows.Train), test: numbersOf(rows.Test)}
	space := from.space()
	defer func() { err = errors.Join(err, space.Close()) }()
	train, _, err := from.take(space, rows.Train)
	if err != nil {
		return p, err
	}
	if err := cfg.checkData(train); err != nil {
		return p, err
	}
	p.samples[0], p.features = train.Samples(), train.Features
	if p.Order, err = orderOf(order, train, rows.Train, names); err != nil {
		return p, err
	}
	if rows.Test != nil {
		test, _, err := from.take(space, rows.Test)
		if err != nil {
			return p, err
		}
		p.samples[1] = test.Samples()
	}
	p.id, err = p.digest()
	return p, err
}

// Train are the data to train on, Test those held out. Each call makes them anew, but for those of all samples.
func (p Part) Train() (igbo.Data, error) {
	d, _, err := p.training(nil)
	return d, err
}

// space is that of the part's source.
func (p Part) space() *spool.Space {
	if p.from == nil {
		return nil
	}
	return p.from.space()
}

// training are the data to train on in a space.
func (p Part) training(space *spool.Space) (igbo.Data, []int, error) {
	if p.from == nil {
		return igbo.Data{}, nil, errNoPart
	}
	rows, err := p.train.list(space)
	if err != nil {
		return igbo.Data{}, nil, err
	}
	return p.from.take(space, rows)
}

// Test are the data held out. Error: there are none.
func (p Part) Test() (igbo.Data, error) { return p.held(nil) }

func (p Part) held(space *spool.Space) (igbo.Data, error) {
	if p.from == nil || p.test == nil {
		return igbo.Data{}, errNoPart
	}
	rows, err := p.test.list(space)
	if err != nil {
		return igbo.Data{}, err
	}
	d, _, err := p.from.take(space, rows)
	return d, err
}

var errNoPart = errors.New("verdict: a part without data, expected one that New or FromTable made")

// Clusters tells which samples of Train stay together on inner folds; nil for none.
func (p Part) Clusters() ([]int, error) {
	_, clusters, err := p.training(nil)
	return clusters, err
}

// Samples are the numbers of samples to train on and held out, Features the columns.
func (p Part) Samples() (train, test int) { return p.samples[0], p.samples[1] }

// Features are the names of the columns.
func (p Part) Features() []string { return p.features }

// PartDigest is that of the data, the rows, the groups and the order, by which what was found of a part is
// known again.
func (p Part) PartDigest() string { return p.id }

func (p Part) digest() (string, error) {
	h := sha256.New()
	for _, set := range []numbers{p.train, p.test} {
		if err := binary.Write(h, binary.LittleEndian, append([]uint64{uint64(len(set))}, set...)); err != nil {
			return "", err
		}
	}
	from, err := p.from.digest()
	if err != nil {
		return "", err
	}
	err = json.NewEncoder(h).Encode([]any{from, p.Groups, p.Order})
	return hex.EncodeToString(h.Sum(nil)), err
}

// checkDirections finds directions of columns that the data do not have.
func (p Part) checkDirections() error {
	var d dag.DAG
	if err := json.Unmarshal(p.Order, &d); err != nil {
		return err
	}
	if _, err := d.Signs(p.features, p.Groups, false); err != nil {
		return fmt.Errorf("verdict: %w", named.Once("dag", err))
	}
	return nil
}

// numbers are numbers from 0 in ascending order, one bit each; nil are all.
type numbers []uint64

func numbersOf(list []int) numbers {
	if list == nil {
		return nil
	}
	set := numbers{}
	for _, i := range list {
		for i/64 >= len(set) {
			set = append(set, 0)
		}
		set[i/64] |= 1 << (i % 64)
	}
	return set
}

func (s numbers) list(space *spool.Space) ([]int, error) {
	if s == nil {
		return nil, nil
	}
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	list, err := spool.Make[int](space, n)
	if err != nil {
		return nil, fmt.Errorf("verdict: %w", err)
	}
	list = list[:0]
	for i := range 64 * len(s) {
		if s[i/64]>>(i%64)&1 == 1 {
			list = append(list, i)
		}
	}
	return list, nil
}
