// Package compression asks what a wide teacher's order of importance is worth to narrow students.
package compression
