package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/payoff"
)

// TestTrainQuotesTheMap checks that a training with an expert's order prints the map's prediction before it trains, or that the map does
// not cover the table, and that it prints neither without an order, for classes and for other losses.
func TestTrainQuotesTheMap(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 40)
	must.Do(t, os.WriteFile("order.yaml", []byte("ranks: [[size, place, noise]]\ndirections: {size: +}\n"), 0o666))
	order := []string{"--features", "size,place,noise", "--order", "order.yaml"}
	models := 0
	stderr := func(line ...string) string {
		models++
		return trained(t, append(line, "--out", fmt.Sprint("model", models))...).must(t).stderr
	}
	quoted := must.Of(payoff.Foresee(payoff.Order{Rows: 40, Columns: 4, Features: 3, Statements: 2, Directed: 0.25})).In(t)
	if got := stderr(append([]string{"--target", "price"}, order...)...); !strings.Contains(got, quoted) || strings.Index(got, quoted) > strings.Index(got, "folds:") && strings.Contains(got, "folds:") {
		t.Errorf("%q lacks %q before the folds", got, quoted)
	}
	for name, line := range map[string][]string{
		"no order": {"--target", "price", "--features", "size,place,noise"}, "classes": append([]string{"--target", "kind"}, order...), "another loss": append([]string{"--target", "price", "--loss", "absolute"}, order...),
	} {
		if got := stderr(line...); strings.Contains(got, "Expect the order") || strings.Contains(got, "The simulations do not cover") {
			t.Errorf("%s: %s", name, got)
		}
	}
	must.Do(t, os.WriteFile("order.yaml", []byte("ranks: [{order: [size, place, noise], confidence: 0.8}]\ndirections: {size: +}\n"), 0o666))
	quoted = must.Of(payoff.Foresee(payoff.Order{Rows: 40, Columns: 4, Features: 3, Statements: 2, Directed: 0.25, Trust: 0.8})).In(t)
	if got := stderr(append([]string{"--target", "price"}, order...)...); !strings.Contains(got, quoted) {
		t.Errorf("%q lacks %q", got, quoted)
	}
	houses(t, "houses.csv", 700)
	if got := stderr(append([]string{"--target", "price"}, order...)...); !strings.Contains(got, "The simulations do not cover this table, so the gain from the order cannot be predicted: the table has 700 rows and 4 columns; for 4 columns, the map covers 6 to 682 rows") {
		t.Errorf("700 rows: %s", got)
	}
}
