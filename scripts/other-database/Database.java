// A server with the protocol of MongoDB that keeps everything in memory, for tests: java -cp 'FOLDER/*' Database.java PORT
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.List;

class Database {
    /** What the driver asks for at least (its MIN_SUPPORTED_WIRE_VERSION). The server knows no version that tells it. */
    private static final MongoVersion VERSION = new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(4, 4, 0);
        }

        @Override
        public int getWireVersion() {
            return 9;
        }
    };

    /** It knows the command `hello` by its old name alone. */
    private static class Backend extends MemoryBackend {
        @Override
        public Document handleCommand(Channel channel, String database, String command, Document query) {
            return super.handleCommand(channel, database, command.equals("hello") ? "isMaster" : command, query);
        }
    }

    public static void main(String[] args) {
        var backend = new Backend();
        backend.version(VERSION);
        new MongoServer(backend).bind("127.0.0.1", Integer.parseInt(args[0]));
    }
}
