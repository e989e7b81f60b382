package verify

import (
	"fmt"
	"os"
	"strings"
)

// Empty reports whether the package in a compiled file has neither functions nor data, such as a package of constants and aliases.
func Empty(file string) (empty bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("verify: reading %s: the file is damaged: %v", file, r)
		}
	}()
	b, err := os.ReadFile(file)
	if err != nil {
		return false, fmt.Errorf("verify: %w", err)
	}
	o, err := parse(b)
	if err != nil {
		return false, fmt.Errorf("verify: reading %s: %w", file, err)
	}
	for _, s := range o.symbols[:o.defined] {
		switch s.kind {
		case kindText, kindRODATA, kindNoPtrData, kindData, kindBSS, kindNoPtrBSS:
			if s.size > 0 && !strings.HasSuffix(s.name, "..inittask") { // a package without functions only has an initialisation order
				return false, nil
			}
		}
	}
	return true, nil
}
