package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"
)

const (
	headerBytes   = 16       // MongoDB wire protocol: length, request id, response to, operation code
	maxBytes      = 48 << 20 // the protocol's own limit of a message
	opMsg         = 2013
	moreToComeBit = 1 << 1 // OP_MSG flag of a message that expects no answer
)

// A door takes the commands of all clients one by one to the server behind a Unix socket.
type door struct {
	socket  string
	command sync.Mutex // held while a command is with the server

	guard    sync.Mutex // of what follows
	backends map[net.Conn]bool
	isShut   bool
}

func newDoor(socket string) *door {
	return &door{socket: socket, backends: map[net.Conn]bool{}}
}

func (d *door) serve(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		go d.attend(client)
	}
}

// attend answers one client until either side hangs up.
func (d *door) attend(client net.Conn) {
	defer client.Close()
	backend, err := net.Dial("unix", d.socket)
	if err != nil {
		return
	}
	defer backend.Close()
	if !d.enter(backend) {
		return
	}
	defer d.leave(backend)
	for {
		if d.pass(client, backend) != nil {
			return
		}
	}
}

func (d *door) enter(backend net.Conn) bool {
	d.guard.Lock()
	defer d.guard.Unlock()
	d.backends[backend] = true
	return !d.isShut
}

func (d *door) leave(backend net.Conn) {
	d.guard.Lock()
	defer d.guard.Unlock()
	delete(d.backends, backend)
}

// shut waits for the command under way, lets no other in, and hangs up.
func (d *door) shut() {
	d.command.Lock() // for good
	d.guard.Lock()
	defer d.guard.Unlock()
	d.isShut = true
	for backend := range d.backends {
		backend.Close()
	}
}

// pass takes one message of the client through the door and brings its answer back.
func (d *door) pass(client, backend net.Conn) error {
	request, err := readMessage(client)
	if err != nil {
		return err
	}
	answer, err := d.exchange(backend, request)
	if err != nil || answer == nil {
		return err
	}
	_, err = client.Write(answer)
	return err
}

func (d *door) exchange(backend net.Conn, request []byte) ([]byte, error) {
	d.command.Lock()
	defer d.command.Unlock()
	if _, err := backend.Write(request); err != nil {
		return nil, err
	}
	answer, err := readMessage(backend)
	if err != nil || !wantsAnswer(request) { // FerretDB answers even what wants no answer
		return nil, err
	}
	return answer, nil
}

func readMessage(from io.Reader) ([]byte, error) {
	header := make([]byte, headerBytes)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(header)
	if length < headerBytes || length > maxBytes {
		return nil, fmt.Errorf("a message of %d bytes", length)
	}
	message := make([]byte, length)
	copy(message, header)
	_, err := io.ReadFull(from, message[headerBytes:])
	return message, err
}

func wantsAnswer(message []byte) bool {
	isMsg := binary.LittleEndian.Uint32(message[12:]) == opMsg && len(message) >= headerBytes+4
	return !isMsg || binary.LittleEndian.Uint32(message[headerBytes:])&moreToComeBit == 0
}
