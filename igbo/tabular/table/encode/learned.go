package encode

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// encoding returns the Encoding that was learned.
func (l *learner) encoding() (*Encoding, error) {
	if l.rows == 0 {
		return nil, fmt.Errorf("table: %s: no training row remains after dropping the rows with missing values (drop a column with many missing values, or fill them)", l.file)
	}
	e := &Encoding{Spec: l.spec, Steps: 1, Rows: l.rows, Reading: l.reading}
	for _, f := range l.features {
		c, err := l.column(f)
		if err != nil {
			return nil, fmt.Errorf("table: %s: column %.60q %w", l.file, f.name, err)
		}
		e.Columns = append(e.Columns, c)
	}
	if l.target != nil {
		target, err := l.target.classes(l.spec.Classes)
		if err != nil {
			return nil, fmt.Errorf("table: %s: the target %.60q %w", l.file, l.target.name, err)
		}
		e.Target = target
	}
	if l.spec.ID != "" {
		for _, n := range l.lengths {
			e.Steps = max(e.Steps, n)
		}
		if l.spec.Steps > 0 {
			e.Steps = l.spec.Steps
		}
	}
	return e, e.Validate()
}

// column returns the encoding of an input.
func (l *learner) column(f *learned) (ColumnEncoding, error) {
	c := ColumnEncoding{Name: f.name, Kind: f.kind, Missing: f.rule}
	if f.seen == 0 {
		return c, errors.New("has no value in any training row; drop the column")
	}
	if f.kind == cell.Category {
		return c, l.categories(f, &c)
	}
	if f.missed == 0 && f.rule == MeanIndicator {
		c.Missing = Mean
	} else if f.missed == 0 && f.rule == MedianIndicator {
		c.Missing = Median
	}
	switch f.rule {
	case Mean, MeanIndicator:
		c.Fill = min(max(f.sum/float64(f.seen), f.low), f.high)
	case Median, MedianIndicator:
		c.Fill = median(f.values)
	}
	if f.kind == cell.Date {
		c.Parts, c.Origin, c.Latest = f.parts, f.low, f.high
	}
	return c, nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return values[(n-1)/2] + (values[n/2]-values[(n-1)/2])/2
}

// categories sets the categories of an input.
func (l *learner) categories(f *learned, c *ColumnEncoding) error {
	names := inOrder(slices.DeleteFunc(slices.Collect(maps.Keys(f.counts)), func(name string) bool {
		return name == cell.Absent || l.spec.Unseen == Other && f.counts[name] < l.spec.Rare
	}))
	if len(names) > l.spec.MaxCategories {
		return l.tooMany(names)
	}
	if f.counts[cell.Absent] > 0 {
		names = append(names, cell.Absent)
	}
	c.Categories, c.Other = names, l.spec.Unseen == Other
	return nil
}

// crowded returns an error if there are too many categories and none of them can be rare.
func (l *learner) crowded(f *learned) error {
	if f.kind != cell.Category || l.spec.Unseen == Other || len(f.counts) <= l.spec.MaxCategories+1 {
		return nil
	}
	return l.tooMany(slices.Sorted(maps.Keys(f.counts)))
}

func (l *learner) tooMany(names []string) error {
	return fmt.Errorf("has %d categories in %d training rows (%s), which is too many (max %d); if it holds names, drop the column or make it the key, else allow more categories",
		len(names), l.rows, table.ListNames(names[:2]), l.spec.MaxCategories)
}

// classes returns the encoding of the target.
func (f *learned) classes(asked bool) (*TargetEncoding, error) {
	t := &TargetEncoding{Name: f.name, Kind: f.kind}
	switch {
	case f.kind == cell.Boolean:
		t.Classes = []string{"false", "true"}
	case f.kind == cell.Category || asked:
		t.Classes = inOrder(slices.Collect(maps.Keys(f.counts)))
	}
	if f.kind != cell.Category && f.low == f.high || len(t.Classes) == 1 {
		return nil, fmt.Errorf("is the same in all %d training rows, but it must vary (choose another target, more rows or fewer folds)", f.seen)
	}
	if len(t.Classes) > maxClasses {
		return nil, fmt.Errorf("has too many classes (max %d); choose another target", maxClasses)
	}
	return t, nil
}

// maxClasses is the maximum number of classes of a numeric target.
const maxClasses = 1000
