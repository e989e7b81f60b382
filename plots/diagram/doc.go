// Package diagram draws a directed graph as boxes with names and arrows between them.
//
// It takes names, edges as pairs of indices, and a width, and returns a Layout in points. A panel draws it with a width, a colour and a
// tooltip for every edge. Package layered computes the layout, and package canvas draws it.
package diagram
