// Package session runs a command so that everything it starts ends with it:
// JupyterLab starts its kernels in sessions of their own, and those start the
// programs of cells, so that neither a signal to the process group nor the end
// of the parent reaches them.
//
// What flows in: a [Command] and a [Runtime], the folder that sessions share.
// What flows out: a [Session] with a private folder for key files and temporary
// files, which goes when the session ends.
//
// While a session runs its processes can be listed, paused, and ended but for some
// ([Session.Processes], [Session.PauseOthers], [Session.KillOthers], [Session.Freeze],
// and those that it starts itself with the session's mark: [Session.Beside], [Session.KillBeside]).
//
// Between the caller and the command stands a supervisor, which the caller
// starts by running its own program again ([Supervise]). A pipe joins both: the
// supervisor is told to stop through it, and when it closes, the caller has
// died, and the supervisor ends everything at once. Which processes belong to
// a session is known in three ways: they descend from the supervisor, which
// on Linux adopts every orphan below it; they carry the session's mark in
// their environment; on Windows they are in the supervisor's job object. Where
// supervisor and caller are both killed, the next session to start sweeps what
// they left, by its mark. Systems other than Linux, macOS and Windows know
// descent alone.
package session
