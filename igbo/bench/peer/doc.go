// Package peer runs the Python processes that the project is measured beside.
//
// What flows in: [Work], weights and data that Go drew, and the name of a peer.
// What flows out: a [Worker], which has done the work once, has its [Outputs],
// and does it again on request; [Disagreement] compares them with ours. [Setup]
// makes the environment that they live in.
package peer
