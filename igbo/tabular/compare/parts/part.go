package parts

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// A Part has training data, the order learned from them, and test data. It stores no data: all parts share a table or data in memory, which
// must not change until the comparison is done. A part takes its samples from there on each call.
type Part struct {
	// Groups maps the columns to the features of the order; nil if each column is a feature.
	Groups [][]int
	// Order is the DAG over the features as JSON, for this training part.
	Order []byte

	from        Source
	train, test numbers
	count       [2]int
	features    []string
	id          string
}

// New returns a part of the rows of a fold; without rows, all samples are training data. It passes the training data to check once and
// returns its error. order returns the DAG, as JSON, for the training data and the numbers of their rows.
func New(from Source, rows fold.Rows, groups [][]int, check func(samples.Data) error, order func(train samples.Data, rows []int) ([]byte, error)) (p Part, err error) {
	if from == nil || check == nil || order == nil {
		return p, errNoPart
	}
	p = Part{Groups: groups, from: from}
	if p.train, err = numbersOf(from.lasting(), rows.Train); err != nil {
		return p, err
	}
	if p.test, err = numbersOf(from.lasting(), rows.Test); err != nil {
		return p, err
	}
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

// Train returns the training data. Each call creates them again, except if they are all samples in memory.
func (p Part) Train() (samples.Data, error) {
	d, _, err := p.TrainIn(nil)
	return d, err
}

// Space returns a new space for the part's data, which the caller closes; nil is the heap.
func (p Part) Space() *spool.Space {
	if p.from == nil {
		return nil
	}
	return p.from.space()
}

// TrainIn returns the training data in a space, and the clusters that stay together in inner folds.
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

// Test returns the test data. It returns an error if there are none.
func (p Part) Test() (samples.Data, error) { return p.TestIn(nil) }

// TestIn is like Test, but stores the data in a space.
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

// TestUnits returns for each test sample the number of the unit that is sampled at random: its cluster, or without clusters its row. The
// number is the same in every part. It returns an error if there are no test data.
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

var errNoPart = errors.New("compare: a part of the problem has no data; use a problem that New or FromTable returned")

// Clusters returns the cluster of each training sample, which stays together in inner folds; nil for none.
func (p Part) Clusters() ([]int, error) {
	_, clusters, err := p.TrainIn(nil)
	return clusters, err
}

// Samples returns the numbers of training and test samples.
func (p Part) Samples() (train, test int) { return p.count[0], p.count[1] }

// Features returns the names of the columns.
func (p Part) Features() []string { return p.features }

// PartDigest returns the digest of the data, the rows, the groups and the order. Cached results of a part are found by it.
func (p Part) PartDigest() string { return p.id }

func (p Part) digest() (string, error) {
	h := sha256.New()
	for _, set := range []numbers{p.train, p.test} {
		set.hash(h)
	}
	from, err := p.from.digest()
	if err != nil {
		return "", err
	}
	err = json.NewEncoder(h).Encode([]any{from, p.Groups, p.Order})
	return hex.EncodeToString(h.Sum(nil)), err
}

// CheckDirections returns an error if the order has directions for columns that the data do not have.
func (p Part) CheckDirections() error {
	var d dag.DAG
	if err := json.Unmarshal(p.Order, &d); err != nil {
		return err
	}
	if _, err := d.Signs(p.features, p.Groups, false); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	return nil
}
