package claims

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Verdict is what became of a claim.
type Verdict string

// The verdicts. Untested are claims whose study has no committed result yet, untestable
// those that no test of ours can settle.
const (
	Holds              Verdict = "holds"
	HoldsMoreGenerally Verdict = "holds more generally"
	HoldsConditionally Verdict = "holds with conditions"
	Fails              Verdict = "fails"
	Untestable         Verdict = "untestable"
	Untested           Verdict = "untested"
)

// Verdicts lists them.
func Verdicts() []Verdict {
	return []Verdict{HoldsMoreGenerally, Holds, HoldsConditionally, Fails, Untestable, Untested}
}

// Claim is one statement of the paper.
type Claim struct {
	// ID names it, Part is the part of the paper, Where the place in it.
	ID    string
	Part  string `yaml:"-"`
	Where string
	// Text is the claim in our words, with few of the paper's in quotation marks.
	Text    string
	Verdict Verdict
	// Why says it in a sentence, in which {key} stands for a number.
	Why string
	// Tests show it: a package's folder and a test's name, as in "igbo/dag TestCorollary1MeansOrderAtHalf".
	Tests []string
	// Numbers show it, each with what the verdict needs of it.
	Numbers []Number `yaml:"-"`
	// Study is the study that an untested claim waits for.
	Study string `yaml:"waits-for"`
}

var key = regexp.MustCompile(`\{([a-z0-9-]+)\}`)

// Reason is Why with its numbers. Errors: a key without a number, a value that is missing.
func (c Claim) Reason() (string, error) {
	var wrong error
	text := key.ReplaceAllStringFunc(c.Why, func(match string) string {
		i := slices.IndexFunc(c.Numbers, func(n Number) bool { return "{"+n.Key+"}" == match })
		if i < 0 {
			wrong = errors.Join(wrong, fmt.Errorf("claims: %s quotes %s, which is none of its numbers", c.ID, match))
			return match
		}
		shown, err := c.Numbers[i].Text()
		wrong = errors.Join(wrong, err)
		return shown
	})
	return text, wrong
}

// Check is an error where the claim has no evidence, where a value is missing, and where a
// number does not meet what the verdict needs.
func (c Claim) Check() error {
	switch {
	case !slices.Contains(Verdicts(), c.Verdict):
		return fmt.Errorf("claims: %s has the verdict %q, expected one of %q", c.ID, c.Verdict, Verdicts())
	case c.Verdict == Untested && c.Study == "":
		return fmt.Errorf("claims: %s is untested, expected the study that it waits for", c.ID)
	case c.Verdict != Untested && c.Verdict != Untestable && len(c.Tests)+len(c.Numbers) == 0:
		return fmt.Errorf("claims: %s has no evidence, expected a test or a number", c.ID)
	}
	var wrong error
	for _, n := range c.Numbers {
		v, err := n.Value()
		if err == nil && !n.Need.met(v) {
			err = fmt.Errorf("claims: %s: %s is %g, and the verdict %q needs %s", c.ID, n.Name, v, c.Verdict, n.Need)
		}
		wrong = errors.Join(wrong, err)
	}
	_, err := c.Reason()
	return errors.Join(wrong, err)
}

// Evidence names what shows the verdict: tests with their packages, studies, and closed forms.
func (c Claim) Evidence() string { return c.evidence("") }

// evidence is Evidence with a mark around names.
func (c Claim) evidence(mark string) string {
	var list []string
	for _, t := range c.Tests {
		folder, name, _ := strings.Cut(t, " ")
		list = with(list, mark+name+mark+" in "+folder)
	}
	for _, n := range c.Numbers {
		if n.Study != "" {
			list = with(list, "study "+mark+n.Study+mark)
		}
	}
	if c.Verdict == Untested {
		list = with(list, "study "+mark+c.Study+mark+", not run")
	}
	if slices.ContainsFunc(c.Numbers, func(n Number) bool { return n.Study == "" }) {
		list = append(list, "computed anew")
	}
	return strings.Join(list, ", ")
}

// with is a list that has a text, once.
func with(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// Commands are those that show the verdict again, in a checkout: tests, committed results, and this package's own test for what is computed anew.
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
			list = with(list, "go test ./igbo/claims")
		}
	}
	if c.Verdict == Untested {
		list = with(list, "igbo study run "+c.Study)
	}
	return list
}
