package cli

// answerError is an answer of a command that ended well, with an exit code of its own.
type answerError struct {
	code int
	says string
}

// Error is the answer.
func (a *answerError) Error() string { return a.says }

// Answer ends a command with an exit code of its own, [ExitFails] or [ExitUndecided].
func Answer(code int, says string) error { return &answerError{code, says} }
