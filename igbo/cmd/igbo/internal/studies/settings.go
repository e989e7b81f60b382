package studies

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// set changes a setting as --set KEY=VALUE does.
func set(settings any, key, value string) error {
	given := study.Setting{Key: key, Value: value}
	if err := cli.Assign(settings, given); err != nil {
		return fmt.Errorf("%w%s", err, hint(settings, key))
	}
	if all, err := study.Settings(settings); err != nil || value == "null" && !slices.Contains(all, given) {
		return errors.Join(err, fmt.Errorf("--set %s must have a value", given))
	}
	return nil
}

// hint returns settings that an unknown key may mean.
func hint(settings any, key string) string {
	all, err := study.Settings(settings)
	if err != nil {
		return ""
	}
	var keys, meant []string
	for _, a := range all {
		keys = append(keys, a.Key)
		if a.Key == key || strings.HasPrefix(a.Key, key+".") || strings.HasPrefix(key, a.Key+".") {
			return ""
		}
		if a.Key[strings.LastIndex(a.Key, ".")+1:] == key {
			meant = append(meant, a.Key)
		}
	}
	meant = append(meant, cli.Near(key, keys)...)
	if slices.Sort(meant); len(meant) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(slices.Compact(meant), " or ") + "?"
}
