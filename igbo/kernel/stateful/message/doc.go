// Package message defines the messages between the kernel and the process of stateful cells. The kernel sends an [Order], and the process
// replies with an [Answer]. Each message is a line of JSON.
package message
