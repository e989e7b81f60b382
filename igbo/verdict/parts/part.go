package parts

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/samples"
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

	from        Source
	train, test numbers
	count       [2]int
	features    []string
	id          string
}

// New makes a part of the rows of a fold, all to train on where it has none, and looks at its data once: what check finds in the data to
// train on is an error before any training. order makes the DAG of them and of the numbers of their rows, as JSON.
func New(from Source, rows fold.Rows, groups [][]int, check func(samples.Data) error, order func(train samples.Data, rows []int) ([]byte, error)) (p Part, err error) {
	if from == nil || check == nil || order == nil {
		return p, errNoPart
	}
	p = Part{Groups: groups, from: from, train: numbersOf(rows.Train), test: numbersOf(rows.Test)}
	space := from.space()
	defer func() { err = errors.Join(err, space.Close()) }()
	train, _, err := from.take(space, rows.Train)
	if err != nil {
		return p, err
	}
	if err := check(train); err != nil {
		return p, err
	}
	p.count[0], p.features = train.Samples(), train.Features
	if p.Order, err = order(train, rows.Train); err != nil {
		return p, err
	}
	if rows.Test != nil {
		test, _, err := from.take(space, rows.Test)
		if err != nil {
			return p, err
		}
		p.count[1] = test.Samples()
	}
	p.id, err = p.digest()
	return p, err
}

// Train are the data to train on, Test those held out. Each call makes them anew, but for those of all samples.
func (p Part) Train() (samples.Data, error) {
	d, _, err := p.TrainIn(nil)
	return d, err
}

// Space is that of the part's source, to be closed; nil is the heap.
func (p Part) Space() *spool.Space {
	if p.from == nil {
		return nil
	}
	return p.from.space()
}

// TrainIn are the data to train on in a space, and which stay together on inner folds.
func (p Part) TrainIn(space *spool.Space) (samples.Data, []int, error) {
	if p.from == nil {
		return samples.Data{}, nil, errNoPart
	}
	rows, err := p.train.list(space)
	if err != nil {
		return samples.Data{}, nil, err
	}
	return p.from.take(space, rows)
}

// Test are the data held out. Error: there are none.
func (p Part) Test() (samples.Data, error) { return p.TestIn(nil) }

// TestIn is Test in a space.
func (p Part) TestIn(space *spool.Space) (samples.Data, error) {
	if p.from == nil || p.test == nil {
		return samples.Data{}, errNoPart
	}
	rows, err := p.test.list(space)
	if err != nil {
		return samples.Data{}, err
	}
	d, _, err := p.from.take(space, rows)
	return d, err
}

// TestUnits identifies what each sample of Test belongs to that is drawn as one: the same number in every part for the samples of one cluster,
// without clusters for one row. It returns an error if nothing is held out.
func (p Part) TestUnits() ([]float64, error) {
	if p.from == nil || p.test == nil {
		return nil, errNoPart
	}
	rows, err := p.test.list(nil)
	if err != nil {
		return nil, err
	}
	return p.from.units(rows)
}

var errNoPart = errors.New("verdict: a part without data, expected one that New or FromTable made")

// Clusters tells which samples of Train stay together on inner folds; nil for none.
func (p Part) Clusters() ([]int, error) {
	_, clusters, err := p.TrainIn(nil)
	return clusters, err
}

// Samples are the numbers of samples to train on and held out, Features the columns.
func (p Part) Samples() (train, test int) { return p.count[0], p.count[1] }

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

// CheckDirections finds directions of columns that the data do not have.
func (p Part) CheckDirections() error {
	var d dag.DAG
	if err := json.Unmarshal(p.Order, &d); err != nil {
		return err
	}
	if _, err := d.Signs(p.features, p.Groups, false); err != nil {
		return fmt.Errorf("verdict: %w", named.Once("dag", err))
	}
	return nil
}
