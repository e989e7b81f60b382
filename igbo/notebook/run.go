package notebook

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path"
	"reflect"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/plots/inline"
)

// Run computes a study on Engine, with a progress bar. The text of the bar is label, or else the
// name of the study's package:
//
//	res := notebook.Run(recurrence.DefaultConfig(), "twenty teachers")
//
// Run caches the parts of the study, like workflow.Run. So if the same study has already run in
// another cell, its result is read from the cache. An error or an interrupt ends the cell as Check
// does; finished parts stay in the cache.
func Run[R any](s workflow.Study[R], label ...string) R {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(label) == 0 {
		label = []string{nameOf(s)}
	}
	r, err := workflow.Run(ctx, Engine(), s, workflow.Options{Progress: inline.Track(strings.Join(label, " "))})
	if err != nil && ctx.Err() != nil {
		err = errInterrupted
	}
	inline.End(err)
	return r
}

// errInterrupted reports that the user interrupted a study.
var errInterrupted = errors.New("notebook: interrupted; the finished parts are saved")

// nameOf returns the name of the package that declares the settings of a study, or, for a study of the notebook, the name of
// their type.
func nameOf(settings any) string {
	t := reflect.TypeOf(settings)
	if t == nil {
		return "study"
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name := path.Base(t.PkgPath()); name != "main" && name != "." {
		return name
	}
	return t.Name()
}
