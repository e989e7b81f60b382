package claims

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
)

// readers read a study's committed result once.
var readers sync.Map

// reported is a study's committed result as a JSON value. Errors: no such study, none committed,
// one that cannot be read.
func reported(name string) (any, error) {
	d, err := catalog.Find(name)
	if err != nil {
		return nil, err
	}
	read, _ := readers.LoadOrStore(name, sync.OnceValues(func() (any, error) { return readReported(d) }))
	return read.(func() (any, error))()
}

func readReported(d study.Definition) (root any, err error) {
	switch result, err := d.Reported(); {
	case err != nil:
		return nil, err
	case result == nil:
		return nil, fmt.Errorf("study %s has no committed result", d.Name)
	}
	return root, json.Unmarshal(d.Committed, &root)
}
