package claims

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/study"
)

// headlines are the IDs of the most important claims, which the page of results shows.
var headlines = []string{
	"error-reduction", "not-zero-sum", "inductive-bias", "hidden-order", "theorem-4-inverse",
	"lambda-trades", "equivalent-to-mgda", "any-lambdas", "acyclic-above-half", "oracle-is-reliable",
}

// Headlines returns the ten claims of the page of results. It returns an error if one of them does not exist.
func Headlines() ([]Claim, error) {
	return study.Try(headlines, func(_ int, id string) (Claim, error) { return Find(id) })
}

// The marks around the generated rows in notebooks/pages/results.md.
const (
	begin = "<!-- claims: go test ./igbo/research/claims -run TestReadme -update -->\n"
	end   = "<!-- end of claims -->\n"
)

// Markdown returns the table of that page. It returns the errors of Headlines, or an error if a value is missing.
func Markdown() (string, error) {
	list, err := Headlines()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("\n| the paper says | verdict | what we find | shown by |\n| --- | --- | --- | --- |\n")
	for _, c := range list {
		why, err := c.Reason()
		if err != nil {
			return "", err
		}
		place, _, _ := strings.Cut(c.Where, ";")
		fmt.Fprintf(&b, "| %s (%s) | **%s** | %s | %s |\n", c.Text, place, c.Outcome, why, c.evidence("`"))
	}
	b.WriteString("\n")
	return b.String(), nil
}
