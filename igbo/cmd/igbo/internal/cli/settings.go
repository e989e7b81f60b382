package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/research/study"
)

// Settings is the value of the flag --set NAME=VALUE. It holds the rarely used options of a command. They are defined like flags,
// with underscores between words.
type Settings struct {
	*pflag.FlagSet
	// Others returns the other settings once all flags are read, or nil if there are none. More describes them. Rest holds the values that
	// were given for them.
	Others func() []Other
	More   string
	Rest   []study.Setting
	twice  bool // cobra parses the arguments twice
}

// Other is a setting with a dotted name, such as model.mlp.hidden. Needs is the missing flag that it requires, such as "--model
// mlp", or "".
type Other struct{ Name, Needs string }

// NewSettings returns settings without any option.
func NewSettings() *Settings {
	s := &Settings{FlagSet: pflag.NewFlagSet("set", pflag.ContinueOnError)}
	s.SortFlags = false
	return s
}

// Flag adds --set to flags, after the options were defined.
func (s *Settings) Flag(flags *pflag.FlagSet) {
	refuseSecond(s.FlagSet)
	flags.Var(s, "set", "setting `NAME=VALUE` from the list below; repeatable")
}

// settingsOf returns the settings of a command, or nil if it has none.
func settingsOf(cmd *cobra.Command) *Settings {
	if f := cmd.Flags().Lookup("set"); f != nil {
		s, _ := f.Value.(*Settings)
		return s
	}
	return nil
}

// EachSetting calls f for each option of a command that --set takes.
func EachSetting(cmd *cobra.Command, f func(*pflag.Flag)) {
	if s := settingsOf(cmd); s != nil {
		s.VisitAll(f)
	}
}

// Set sets NAME=VALUE.
func (s *Settings) Set(text string) error {
	name, value, found := strings.Cut(text, "=")
	switch {
	case !found:
		return fmt.Errorf("--set must be NAME=VALUE, got %.60q", text)
	case s.Lookup(name) != nil && value == "":
		return fmt.Errorf("--set %s must not be empty: %s", name, s.Lookup(name).Usage)
	case s.Lookup(name) != nil:
		return spelled(s.FlagSet.Set(name, value), "--set ")
	case s.Others == nil:
		return s.unknown(name)
	}
	for _, other := range s.Rest {
		if other.Key == name && !s.twice {
			return fmt.Errorf("--set %.60q is given twice, as %.60q and %.60q; use it once", name, other.Value, value)
		}
	}
	s.Rest = append(s.Rest, study.Setting{Key: name, Value: value})
	return nil
}

// settingsKnown returns an error if --set names a setting that the command does not take with its other flags.
func settingsKnown(cmd *cobra.Command) error {
	s := settingsOf(cmd)
	if s == nil {
		return nil
	}
	for _, given := range s.Rest {
		if err := s.known(cmd.Flags(), given.Key); err != nil {
			return err
		}
	}
	return nil
}

func (s *Settings) known(flags *pflag.FlagSet, name string) error {
	if flags.Lookup(dashed(name)) != nil {
		return fmt.Errorf("--set: unknown setting %.60q, use the flag --%s", name, dashed(name))
	}
	for _, other := range s.Others() {
		switch {
		case other.Name != name && !strings.HasPrefix(other.Name, name+"."):
		case other.Needs != "":
			return fmt.Errorf("--set %s: needs %s", name, other.Needs)
		default:
			return nil
		}
	}
	if first := top(name); first != name && flags.Lookup(first) != nil && len(s.below(parent(name))) == 0 {
		return fmt.Errorf("--set: unknown setting %.60q, use the flag --%s", name, first)
	}
	return s.unknown(name)
}

// Assign changes a setting in the value that a pointer points to. Its error begins with --set NAME=VALUE.
func Assign(settings any, given study.Setting) error {
	err := study.Set(settings, given.Key, given.Value)
	if err == nil {
		return nil
	}
	fault := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "study: "), given.String()+": ")
	return fmt.Errorf("--set %s: %s", given, fault)
}

// Given reports whether --set has this name, which may be that of another setting.
func (s *Settings) Given(name string) bool {
	return s.Changed(name) || slices.ContainsFunc(s.Rest, func(other study.Setting) bool { return other.Key == name })
}

// unknown returns the error for an unknown setting.
func (s *Settings) unknown(name string) error {
	names := s.names()
	if near := Near(name, names); len(near) > 0 {
		return fmt.Errorf("--set: unknown setting %.60q, did you mean %s?", name, strings.Join(near, " or "))
	}
	needs := ""
	siblings := s.below(parent(name))
	var known []string
	for _, other := range siblings {
		known = append(known, other.Name)
		if needs = other.Needs; needs != "" {
			needs = " with " + needs
		}
	}
	if len(siblings) == 0 {
		for _, name := range names {
			if first := top(name); !slices.Contains(known, first) {
				known = append(known, first)
			}
		}
	}
	return fmt.Errorf("--set: unknown setting %.60q, want one of %s%s", name, strings.Join(known, ", "), needs)
}

// names lists the settings that need no other flag.
func (s *Settings) names() (names []string) {
	s.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	for _, other := range s.others() {
		if other.Needs == "" {
			names = append(names, other.Name)
		}
	}
	return names
}

func (s *Settings) others() []Other {
	if s.Others == nil {
		return nil
	}
	return s.Others()
}

// below returns the other settings whose name is that of a group, a dot and a word.
func (s *Settings) below(group string) (found []Other) {
	for _, other := range s.others() {
		if group != "" && parent(other.Name) == group {
			found = append(found, other)
		}
	}
	return found
}

// top returns the part of a name before its first dot, and parent the part before its last dot. Both return "" without a dot.
func top(name string) string {
	first, _, _ := strings.Cut(name, ".")
	return first
}

func parent(name string) string { return name[:max(0, strings.LastIndexByte(name, '.'))] }

// dashed returns the name of the flag with the same words as a setting.
func dashed(name string) string { return strings.ReplaceAll(name, "_", "-") }

// moved returns the error for an unknown flag if a setting has its name, or nil for any other error.
func moved(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	s := settingsOf(cmd)
	if s == nil || !errors.As(err, &missing) {
		return nil
	}
	wanted := strings.ReplaceAll(missing.GetSpecifiedName(), "-", "_")
	for _, name := range s.names() {
		if name == wanted || strings.HasSuffix(name, "."+wanted) {
			return fmt.Errorf("unknown flag --%s: use --set %s=…", missing.GetSpecifiedName(), name)
		}
	}
	for _, other := range s.others() {
		if strings.HasSuffix("."+other.Name, "."+wanted) {
			return fmt.Errorf("unknown flag --%s: use --set %s=… with %s", missing.GetSpecifiedName(), other.Name, other.Needs)
		}
	}
	return nil
}

// String returns "", because there is no default.
func (s *Settings) String() string { return "" }

// Type names the value in the help.
func (s *Settings) Type() string { return "setting" }

// Append adds another NAME=VALUE.
func (s *Settings) Append(text string) error { return s.Set(text) }

// Replace replaces all settings by those of a list.
func (s *Settings) Replace(texts []string) error {
	for _, text := range texts {
		if err := s.Set(text); err != nil {
			return err
		}
	}
	return nil
}

// GetSlice returns the values given for the other settings.
func (s *Settings) GetSlice() (texts []string) {
	for _, other := range s.Rest {
		texts = append(texts, other.String())
	}
	return texts
}

// Complete completes the name of a setting.
func (s *Settings) Complete(_ *cobra.Command, _ []string, typed string) (found []cobra.Completion, _ cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if strings.Contains(typed, "=") {
		return nil, directive
	}
	for _, name := range s.names() {
		text := ""
		if f := s.Lookup(name); f != nil {
			text = f.Usage
		}
		found = append(found, cobra.CompletionWithDesc(name+"=", text))
	}
	return found, directive
}
