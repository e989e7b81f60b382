package claims

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
)

// written is claims.yaml, whose first lines describe its format.
//
//go:embed claims.yaml
var written []byte

// section is a part of the paper with its claims, as in claims.yaml.
type section struct {
	Part   string  `yaml:"part"`
	Claims []entry `yaml:"claims"`
}

type entry struct {
	Claim   `yaml:",inline"`
	Decided string   `yaml:"decided-by"`
	Numbers []figure `yaml:"numbers"`
}

type figure struct {
	Number   `yaml:",inline"`
	Interval string `yaml:"interval"`
	Computed string `yaml:"computed"`
	Fold     string `yaml:"fold"`
	Needs    *Need  `yaml:"needs"`
}

// sections returns the content of claims.yaml, which is read once. A test ensures that it can be read.
var sections = sync.OnceValue(func() (list []section) {
	if err := yaml.UnmarshalWithOptions(written, &list, yaml.Strict()); err != nil {
		panic(fmt.Errorf("claims: claims.yaml: %w", err))
	}
	return list
})

// Parts lists the parts of the paper in order.
func Parts() []string { return study.Each(sections(), func(s section) string { return s.Part }) }

// All lists every claim, in the order of [Parts].
func All() (all []Claim) {
	for _, s := range sections() {
		for _, e := range s.Claims {
			c := e.Claim
			c.Part = s.Part
			for _, f := range e.Numbers {
				c.Numbers = append(c.Numbers, f.numbers(e.Decided)...)
			}
			if e.Decided != "" {
				c = decided(e.Decided, c)
			}
			all = append(all, c)
		}
	}
	return all
}

// numbers returns one number, or three with the same condition for an interval. If the figure names no study, the given study
// is used.
func (f figure) numbers(study string) []Number {
	n := f.Number
	n.Need, n.Compute, n.Fold = anything(), functions[f.Computed], folds[f.Fold]
	if f.Needs != nil {
		n.Need = *f.Needs
	}
	if f.Computed == "" {
		n.Study = cmp.Or(f.Study, study)
	}
	if f.Interval == "" {
		return []Number{n}
	}
	ends := []Number{n, n, n}
	for i, end := range []struct{ key, name, member string }{{"", "", f.Interval}, {"-low", ", lower end", "low"}, {"-high", ", upper end", "high"}} {
		ends[i].Key, ends[i].Name, ends[i].Path = f.Key+end.key, f.Name+end.name, f.Path+"/"+end.member
	}
	return ends
}

// Find returns the claim with an ID. It returns an error if there is none.
func Find(id string) (Claim, error) {
	all := All()
	i := slices.IndexFunc(all, func(c Claim) bool { return c.ID == id })
	if i < 0 {
		return Claim{}, fmt.Errorf("claims: claim %q not found, want the ID of one of the %d claims", id, len(all))
	}
	return all[i], nil
}

// decided returns a claim whose outcome a study decides, by conditions that were written before its result was known. The claim
// holds with conditions if every number meets its condition; otherwise it fails. It is untested until the study has a committed
// result.
func decided(study string, c Claim) Claim {
	d, err := catalog.Find(study)
	if err != nil || d.Committed() == nil {
		return Claim{ID: c.ID, Where: c.Where, Text: c.Text, Outcome: Untested, Study: study, Why: "Its study has no committed result yet."}
	}
	c.Outcome = HoldsConditionally
	for i, n := range c.Numbers {
		if v, err := n.Value(); err == nil && !n.Need.met(v) {
			c.Outcome = Fails
			c.Numbers[i].Need = n.Need.not()
		}
	}
	return c
}

// not returns the complement of a condition with one end, or a condition that is always true if there are two ends.
func (n Need) not() Need {
	switch {
	case math.IsInf(n.Low, -1) && !math.IsInf(n.High, 1):
		return Need{Low: n.High, High: math.Inf(1)}
	case math.IsInf(n.High, 1) && !math.IsInf(n.Low, -1):
		return Need{Low: math.Inf(-1), High: n.Low}
	}
	return anything()
}
