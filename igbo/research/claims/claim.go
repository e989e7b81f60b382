package claims

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An Outcome states whether a claim holds.
type Outcome string

// The outcomes. An untested claim needs a study that has no committed result yet. No test of this library can decide an
// untestable claim.
const (
	Holds              Outcome = "holds"
	HoldsMoreGenerally Outcome = "holds more generally"
	HoldsConditionally Outcome = "holds with conditions"
	Fails              Outcome = "fails"
	Untestable         Outcome = "untestable"
	Untested           Outcome = "untested"
)

// Outcomes lists the outcomes.
func Outcomes() []Outcome {
	return []Outcome{HoldsMoreGenerally, Holds, HoldsConditionally, Fails, Untestable, Untested}
}

// Claim is one statement of the paper.
type Claim struct {
	// ID is the name of the claim, Part the part of the paper, and Where the place in it.
	ID    string
	Part  string `yaml:"-"`
	Where string
	// Text is the claim in our words. Words of the paper are in quotation marks.
	Text    string
	Outcome Outcome
	// Why explains the outcome. In it, {key} is a placeholder for a number.
	Why string
	// Tests are evidence: the folder of a package and the name of a test, as in "igbo/dag TestCorollary1MeansOrderAtHalf".
	Tests []string
	// Numbers are evidence, each with the condition that the outcome requires.
	Numbers []Number `yaml:"-"`
	// Study is the name of the study that would test an untested claim.
	Study string `yaml:"waits-for"`
}

var key = regexp.MustCompile(`\{([a-z0-9-]+)\}`)

// Reason returns Why with the numbers inserted. It returns an error if a key has no number or a value is missing.
func (c Claim) Reason() (string, error) {
	var wrong error
	text := key.ReplaceAllStringFunc(c.Why, func(match string) string {
		i := slices.IndexFunc(c.Numbers, func(n Number) bool { return "{"+n.Key+"}" == match })
		if i < 0 {
			wrong = errors.Join(wrong, fmt.Errorf("claims: %s quotes %s, but it has no number with this key", c.ID, match))
			return match
		}
		shown, err := c.Numbers[i].Text()
		wrong = errors.Join(wrong, err)
		return shown
	})
	return text, wrong
}

// Check returns an error if the claim has no evidence, if a value is missing, or if a number does not meet
// the condition of the outcome.
func (c Claim) Check() error {
	switch {
	case !slices.Contains(Outcomes(), c.Outcome):
		return fmt.Errorf("claims: %s has the outcome %q, want one of %q", c.ID, c.Outcome, Outcomes())
	case c.Outcome == Untested && c.Study == "":
		return fmt.Errorf("claims: %s is untested, so it must name the study that would test it", c.ID)
	case c.Outcome != Untested && c.Outcome != Untestable && len(c.Tests)+len(c.Numbers) == 0:
		return fmt.Errorf("claims: %s must have a test or a number as evidence", c.ID)
	}
	var wrong error
	for _, n := range c.Numbers {
		v, err := n.Value()
		if err == nil && !n.Need.met(v) {
			err = fmt.Errorf("claims: %s: %s is %g, and the verdict %q needs %s", c.ID, n.Name, v, c.Outcome, n.Need)
		}
		wrong = errors.Join(wrong, err)
	}
	_, err := c.Reason()
	return errors.Join(wrong, err)
}

// Evidence lists the tests with their packages, the studies, and recomputed closed forms.
func (c Claim) Evidence() string { return c.evidence("") }

// evidence returns the same, with a mark around names.
func (c Claim) evidence(mark string) string {
	var list []string
	for _, t := range c.Tests {
		folder, name, _ := strings.Cut(t, " ")
		list = with(list, mark+name+mark+" in "+folder)
	}
	for _, n := range c.Numbers {
		if n.Study != "" {
			list = with(list, "study "+mark+n.Study+mark+seedsOf(n.Study))
		}
	}
	if c.Outcome == Untested {
		list = with(list, "study "+mark+c.Study+mark+", not run")
	}
	if slices.ContainsFunc(c.Numbers, func(n Number) bool { return n.Study == "" }) {
		list = append(list, "recomputed")
	}
	return strings.Join(list, ", ")
}

// with appends a text to a list unless the list already contains it.
func with(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// Commands returns the commands that reproduce the evidence in a checkout: they run tests, show committed results, and run the
// test of this package for recomputed numbers.
func (c Claim) Commands() (list []string) {
	tests := map[string][]string{}
	var folders []string
	for _, t := range c.Tests {
		folder, name, _ := strings.Cut(t, " ")
		folders, tests[folder] = with(folders, folder), append(tests[folder], name)
	}
	for _, f := range folders {
		list = append(list, fmt.Sprintf("go test ./%s -run '^(%s)$'", f, strings.Join(tests[f], "|")))
	}
	for _, n := range c.Numbers {
		if n.Study != "" {
			list = with(list, "igbo study show "+n.Study)
		} else {
			list = with(list, "go test ./igbo/research/claims")
		}
	}
	if c.Outcome == Untested {
		list = with(list, "igbo study run "+c.Study)
	}
	return list
}
