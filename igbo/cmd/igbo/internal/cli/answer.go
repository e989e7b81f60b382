package cli

// answerError is the result of a successful command that has a special exit code.
type answerError struct {
	code    int
	reports string
}

// Error returns the result as text.
func (a *answerError) Error() string { return a.reports }

// Answer returns an error that ends a command with a special exit code, [ExitFails] or [ExitUndecided].
func Answer(code int, reports string) error { return &answerError{code, reports} }
