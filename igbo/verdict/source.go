package verdict

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/table"
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

func (h held) take(rows []int) (igbo.Data, []int, error) {
	if rows == nil {
		return h.data, h.clusters, nil
	}
	return subset(h.data, rows), fold.Take(h.clusters, 1, rows), nil
}

func (h held) digest() (string, error) { return h.id, nil }

// encoded is a source of the rows of a table, as one encoding has them.
type encoded struct {
	table    *table.Table
	encoding *table.Encoding
	group    string
	id       string // of the table
}

func (e encoded) take(rows []int) (d igbo.Data, clusters []int, err error) {
	s, err := e.encoding.Encode(e.table, rows)
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
