//go:build igbograded

package course

// withoutAnswers reports whether this program is being graded and contains no right answers.
// Another process judges its output.
const withoutAnswers = true

// exercises holds no right answers in this build.
var exercises = func() map[string]exercise {
	all := map[string]exercise{}
	for name, s := range shapes {
		all[name] = exercise{right: s.like}
	}
	return all
}()
