// Package procgroup runs a command and ensures that everything it starts ends with it. JupyterLab starts its kernels in new sessions, and
// those start the programs of cells, so neither a signal to the process group nor the end of the parent reaches them.
//
// A [Command] runs in a [Runtime], the folder that sessions share. The resulting [Session] has a private folder for key files and
// temporary files, which is removed when the session ends.
//
// While a session runs, its processes can be listed, paused, and ended with exceptions ([Session.Processes],
// [Session.PauseOthers], [Session.KillOthers], [Session.Freeze]). The caller can start additional processes with the session's
// mark ([Session.Beside], [Session.KillBeside]).
//
// A supervisor runs between the caller and the command. The caller starts it by running its own program again ([Supervise]). A
// pipe connects both: the caller sends the order to stop through it. If the pipe closes, the caller has died, and the supervisor
// ends everything at once. The processes of a session are determined in three ways: they descend from the supervisor, which on
// Linux adopts every orphan below it; they carry the session's mark in their environment; on Windows they are in the supervisor's
// job object. If supervisor and caller are both killed, the next session cleans up what they left, by its mark. Systems other
// than Linux, macOS and Windows only use descent.
package procgroup
