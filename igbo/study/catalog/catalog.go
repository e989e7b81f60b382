package catalog

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/blackbox"
	"github.com/igbolab/igbolab/igbo/study/calibration"
	"github.com/igbolab/igbolab/igbo/study/compression"
	"github.com/igbolab/igbolab/igbo/study/convergence"
	"github.com/igbolab/igbolab/igbo/study/credit"
	"github.com/igbolab/igbolab/igbo/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/study/learning"
	"github.com/igbolab/igbolab/igbo/study/manifold"
	"github.com/igbolab/igbolab/igbo/study/noise"
	"github.com/igbolab/igbolab/igbo/study/oraclefront"
	"github.com/igbolab/igbolab/igbo/study/oraclepath"
	"github.com/igbolab/igbolab/igbo/study/oracletraining"
	"github.com/igbolab/igbolab/igbo/study/pareto"
	"github.com/igbolab/igbolab/igbo/study/realdata"
	"github.com/igbolab/igbolab/igbo/study/recurrence"
	"github.com/igbolab/igbolab/igbo/study/routing"
	"github.com/igbolab/igbolab/igbo/study/sequences"
	"github.com/igbolab/igbolab/igbo/study/shift"
	"github.com/igbolab/igbolab/igbo/study/shortcut"
	"github.com/igbolab/igbolab/igbo/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/study/weather"
	"github.com/igbolab/igbolab/igbo/study/wrongprior"
)

// Studies lists them, the paper's own first.
func Studies() []study.Definition { return slices.Clone(all()) }

// all makes the definitions, once.
var all = sync.OnceValue(func() []study.Definition {
	return []study.Definition{
		teacherstudent.Definition(), teacherstudent.AbsoluteDefinition(), teacherstudent.AblationDefinition(), pareto.Definition(), recurrence.Definition(), learning.Definition(),
		sequences.Definition(), weather.Definition(),
		convergence.Definition(), noise.Definition(), calibration.Definition(), manifold.Definition(),
		routing.Definition(), oraclefront.Definition(), oraclepath.Definition(), oracletraining.Definition(),
		fewsamples.Definition(), credit.Definition(), wrongprior.Definition(), shortcut.Definition(), compression.Definition(), realdata.Definition(), shift.Definition(), blackbox.Definition(),
	}
})

// Find returns the study of a name. Errors: there is none, and which there are.
func Find(name string) (study.Definition, error) {
	if d := study.First(all(), func(d *study.Definition) bool { return d.Name == name }); d != nil {
		return *d, nil
	}
	names := study.Each(all(), func(d study.Definition) string { return d.Name })
	return study.Definition{}, fmt.Errorf("study: no study %q, expected one of %s", name, strings.Join(names, ", "))
}
