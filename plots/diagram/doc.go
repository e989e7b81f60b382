// Package diagram draws a directed graph as boxes with names and arrows between them.
//
// In flow names, edges as pairs of indices, and a width; out flows a Layout, in points,
// which a panel draws with a width, a colour and a tooltip for every edge. Package
// layered finds the places, package canvas draws. What an edge means is its caller's.
package diagram
