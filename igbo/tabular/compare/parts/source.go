package parts

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// A Source provides the samples of parts.
type Source interface {
	// take returns the samples with these numbers, nil for all, and their clusters for inner folds. It stores large data in a space.
	take(space *spool.Space, rows []int) (d samples.Data, clusters []int, err error)
	// units returns, for each sample that take returns, the unit that is sampled at random: its cluster, or else its row.
	units(rows []int) ([]float64, error)
	// space returns a new space for the samples of a part, which the caller closes; nil is the heap.
	space() *spool.Space
	// lasting returns the space for the data of parts, which lasts as long as the source; nil is the heap.
	lasting() *spool.Space
	// digest returns the digest of everything on which take depends.
	digest() (string, error)
}

// held is data in memory.
type held struct {
	data     samples.Data
	clusters []int
	id       string
}

// InMemory returns a source of data in memory, with one target, and the clusters of samples that stay together; nil for none. It returns an
// error if the data are invalid, have several targets, or have another number of samples than clusters.
func InMemory(d samples.Data, clusters []int) (Source, error) {
	if err := oneTarget(d); err != nil {
		return nil, err
	}
	if clusters != nil && len(clusters) != d.Samples() {
		return nil, fmt.Errorf("compare: the list of clusters must have one entry per sample (%d), got %d", d.Samples(), len(clusters))
	}
	h := sha256.New()
	for _, values := range [][]float64{d.X, d.Y, d.Weights} {
		if err := hashFloats(h.Write, values); err != nil {
			return nil, err
		}
	}
	err := json.NewEncoder(h).Encode([]any{d.Features, d.Steps, d.Outputs, d.Weights != nil, d.Mask, clusters})
	return held{d, clusters, hex.EncodeToString(h.Sum(nil))}, err
}

// hashFloats writes the number of values and their bits.
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
	if len(buffer) > 0 { // no values are left
		_, err := write(buffer)
		return err
	}
	return nil
}

func (h held) space() *spool.Space { return nil }

func (h held) lasting() *spool.Space { return nil }

func (h held) take(space *spool.Space, rows []int) (samples.Data, []int, error) {
	if rows == nil {
		return h.data, h.clusters, nil
	}
	d, err := samples.TakeIn(space, h.data, rows)
	return d, fold.Take(h.clusters, 1, rows), err
}

func (h held) units(rows []int) (list []float64, err error) {
	for _, i := range rows {
		if h.clusters != nil {
			i = h.clusters[i]
		}
		list = append(list, float64(i))
	}
	return list, nil
}

func (h held) digest() (string, error) { return h.id, nil }

// OfTable returns a source of the rows of a table with an encoding. Rows with the same value of the column group stay together; "" is none.
// The digest is that of [Digest] for the table.
func OfTable(t *table.Table, e *encode.Encoding, group, digest string) Source {
	return encoded{t, e, group, digest}
}

// encoded is a source of the rows of a table.
type encoded struct {
	table    *table.Table
	encoding *encode.Encoding
	group    string
	id       string // the digest of the table
}

func (e encoded) space() *spool.Space { return e.table.Space().Like() }

func (e encoded) lasting() *spool.Space { return e.table.Space() }

func (e encoded) take(space *spool.Space, rows []int) (d samples.Data, clusters []int, err error) {
	encodeRows := e.encoding.Encode
	if e.group == "" {
		encodeRows = func(t *table.Table, rows []int) (*encode.Encoded, error) { return e.encoding.EncodeIn(space, t, rows) }
	}
	s, err := encodeRows(e.table, rows)
	if err != nil {
		return d, nil, err
	}
	if c := e.table.Column(e.group); e.group != "" && c != nil {
		at := map[float64]int{}
		for _, rows := range s.TableRows {
			v := c.Values[rows[0]]
			if _, known := at[v]; !known {
				at[v] = len(at)
			}
			clusters = append(clusters, at[v])
		}
	}
	if s.Y == nil {
		return d, nil, errors.New("compare: the samples have no target; name a target column")
	}
	return s.Data, clusters, oneTarget(s.Data)
}

func (e encoded) units(rows []int) (list []float64, err error) {
	s, err := e.encoding.Encode(e.table, rows)
	if err != nil {
		return nil, err
	}
	group := e.table.Column(e.group)
	for _, of := range s.TableRows {
		unit := float64(of[0])
		if e.group != "" && group != nil {
			unit = group.Values[of[0]]
		}
		list = append(list, unit)
	}
	return list, nil
}

func (e encoded) digest() (string, error) {
	text, err := json.Marshal(e.encoding)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, part := range []string{e.id, string(text), e.group} {
		_ = json.NewEncoder(h).Encode(part) // a hash never fails
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Digest returns the digest of a table's cells.
func Digest(t *table.Table) (string, error) {
	if t == nil {
		return "", errors.New("compare: the table must not be nil")
	}
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

// oneTarget checks data that must have one target.
func oneTarget(d samples.Data) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if k := max(d.Outputs, 1); k != 1 {
		return fmt.Errorf("compare: data must have one target, got %d; compare one target at a time", k)
	}
	return nil
}
