package studies

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/study"
)

// set changes a setting, as --set KEY=VALUE asks for.
func set(settings any, key, value string) error {
	given := study.Setting{Key: key, Value: value}.String()
	if err := study.Set(settings, key, value); err != nil {
		fault := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "study: "), given+": ")
		return fmt.Errorf("--set %s: %s%s", given, fault, hint(settings, key))
	}
	if all, err := study.Settings(settings); err != nil || value == "null" && !slices.Contains(all, study.Setting{Key: key, Value: value}) {
		return errors.Join(err, fmt.Errorf("--set %s: expected a value, as the setting always has one", given))
	}
	return nil
}

// hint names settings that may have been meant by a key that is none.
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
