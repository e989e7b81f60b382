// Package group ends a command together with the processes that it has started.
package group
