package table

import (
	"context"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

const birds = `species,island,mass,sex,when,wild
Adelie,Torgersen,3750,male,2007-11-11,yes
Adelie,Torgersen,3800,female,2007-11-12,yes
Gentoo,Biscoe,NA,female,2008-01-03,no
Chinstrap,Dream,3500,,2009-02-04,no
Gentoo,Biscoe,5000,male,2009-02-05,yes
`

func read(t testing.TB, text string, change ...func(*ReadOptions)) *Table {
	t.Helper()
	o := DefaultReadOptions()
	for _, c := range change {
		c(&o)
	}
	return must.Of(ReadFrom(context.Background(), "birds.csv", strings.NewReader(text), o)).In(t)
}
