// Package oracle learns integration paths that stay where data are.
package oracle
